import * as parse from "./parsers.js";
import type { Parse } from "./parsers.js";
import type { Secret } from "./secret.js";

/** A variable that ends up in a setting; the settings module decides what it overrides. */
export interface SettingVariable {
  readonly name: string;
  readonly setting: string;
  readonly parse: Parse<unknown>;
  readonly isSecret: boolean;
  readonly hasFileForm: boolean;
}

export interface SettingImport {
  /** Its name, as the operator knows it. */
  readonly variable: string;
  readonly setting: string;
  readonly value: string | Secret;
  /** File-backed values stay in memory: they are never copied into the database. */
  readonly from: "environment" | "file";
}

const plain = (name: string, setting: string, check: Parse<unknown>): SettingVariable => ({
  name,
  setting,
  parse: check,
  isSecret: false,
  hasFileForm: false,
});

export const SETTING_VARIABLES: readonly SettingVariable[] = [
  plain("RATE_LIMIT_AUTH", "security.rate_limit_auth", parse.rate),
  plain("RATE_LIMIT_AUTH_STRICT", "security.rate_limit_auth_strict", parse.rate),
];
