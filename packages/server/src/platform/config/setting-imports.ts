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
  /** A key that would otherwise be copied into the database. */
  readonly isFileOnly?: boolean;
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

const group = (
  prefix: string,
  section: string,
  keys: Record<string, "open" | "secret" | "open file" | "secret file">,
): SettingVariable[] =>
  Object.entries(keys).map(([key, kind]) => ({
    name: `${prefix}_${key.toUpperCase()}`,
    setting: `${section}.${key}`,
    parse: parse.text,
    isSecret: kind.startsWith("secret"),
    hasFileForm: true,
    isFileOnly: kind.endsWith("file"),
  }));

export const SETTING_VARIABLES: readonly SettingVariable[] = [
  plain("RATE_LIMIT_AUTH", "security.rate_limit_auth", parse.rate),
  plain("RATE_LIMIT_AUTH_STRICT", "security.rate_limit_auth_strict", parse.rate),
  plain("SSO_ONLY", "deployment.sso_only", parse.flag),
  ...group("OAUTH", "oauth", {
    client_id: "open",
    client_secret: "secret",
    server_metadata_url: "open",
    email_authoritative: "open",
  }),
  ...group("PROVIDER_A_OAUTH", "provider_a", {
    client_id: "open",
    client_secret: "secret",
    allowed_domains: "open",
  }),
  ...group("PROVIDER_B_OAUTH", "provider_b", { client_id: "open", client_secret: "secret", allowed_orgs: "open" }),
  ...group("SAML", "saml", {
    idp_entity_id: "open",
    idp_sso_url: "open",
    idp_slo_url: "open",
    idp_metadata_url: "open",
    idp_x509_cert: "secret",
    sp_entity_id: "open",
    sp_acs_url: "open",
    jit_provisioning: "open",
    email_authoritative: "open",
    sp_key_encryption_password: "secret",
    sp_private_key: "secret file",
    sp_x509_cert: "open file",
  }),
];
