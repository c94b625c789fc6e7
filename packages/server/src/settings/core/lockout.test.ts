import { describe, expect, test } from "vitest";
import { SETTING_KEYS } from "../registry.js";
import { lockoutWarnings, type SettingChange } from "./lockout.js";

type Case = readonly [about: string, key: string, after: string, more: Partial<SettingChange>];

const DEFAULTS: Readonly<Record<string, string>> = {
  "deployment.frontend_url": "https://old.example.com",
  "security.rate_limit_auth": "10/minute",
  "security.rate_limit_auth_strict": "5/minute",
};

const warningsOf = (key: string, after: string, more: Partial<SettingChange> = {}): string[] =>
  lockoutWarnings({ key, before: DEFAULTS[key] ?? "", after, browserOrigin: undefined, proxy: undefined, ...more });

describe("a change that would lock people out", () => {
  const CASES: readonly [...Case, RegExp][] = [
    [
      "the web app moves away",
      "deployment.frontend_url",
      "https://new.example.com",
      { browserOrigin: "https://old.example.com" },
      /Browser sessions will only work at https:\/\/new/,
    ],
    ["one try an hour", "security.rate_limit_auth_strict", "1/hour", {}, /hour/],
    ["few an hour", "security.rate_limit_auth", "59/hour", {}, /hour/],
    [
      "one's own proxy goes",
      "security.trusted_proxy_ips",
      "",
      { proxy: { address: "10.0.0.1", isTrusted: false } },
      /10\.0\.0\.1/,
    ],
    ["everyone is a proxy", "security.trusted_proxy_ips", "::/0", {}, /everyone/],
  ];
  test.each(CASES)("%s (%s)", (...[, key, after, more, expected]) => {
    expect(warningsOf(key, after, more)).toEqual([expect.stringMatching(expected)]);
  });
});

describe("a change that would not", () => {
  const CASES: readonly Case[] = [
    [
      "the address that one is at",
      "deployment.frontend_url",
      "https://new.example.com",
      { browserOrigin: "https://new.example.com" },
    ],
    ["the address stays", "deployment.frontend_url", "https://old.example.com", {}],
    ["a rate per minute", "security.rate_limit_auth_strict", "1/minute", {}],
    ["one's own proxy stays", "security.trusted_proxy_ips", "", { proxy: { address: "10.0.0.1", isTrusted: true } }],
  ];
  test.each(CASES)("%s (%s)", (_about, key, after, more) => {
    expect(warningsOf(key, after, more)).toEqual([]);
  });

  test.each(SETTING_KEYS.filter((key) => !(key in DEFAULTS)))("%s, whatever it is set to", (key) => {
    expect(warningsOf(key, "1")).toEqual([]);
  });
});
