import { describe, expect, test } from "vitest";
import { SETTING_KEYS } from "../registry.js";
import { lockoutWarnings, type Author, type SettingChange } from "./lockout.js";

const OIDC = { "oauth.client_id": "tack", "oauth.server_metadata_url": "https://id.example.com" };
const SSO_ONLY = { "deployment.sso_only": "true" };
const ADMIN: Author = { email: "ada@example.com", role: "admin", signsInWith: "local" };

type Case = readonly [about: string, key: string, after: Record<string, string>, more: Partial<SettingChange>];

const NOBODY = /Nobody would be able to sign in/;
const YOU = /You would not be able to sign in again/;

const DEFAULTS: Readonly<Record<string, string>> = {
  "deployment.sso_only": "false",
  "deployment.frontend_url": "https://old.example.com",
  "security.rate_limit_auth": "10/minute",
  "security.rate_limit_auth_strict": "5/minute",
};

const warningsOf = (key: string, after: Record<string, string>, more: Partial<SettingChange> = {}): string[] =>
  lockoutWarnings({
    key,
    after: (of) => after[of] ?? DEFAULTS[of] ?? "",
    before: DEFAULTS[key] ?? "",
    author: ADMIN,
    offered: ["oidc", "provider_a", "provider_b", "saml"],
    browserOrigin: undefined,
    proxy: undefined,
    ...more,
  });

describe("a change that would lock people out", () => {
  const CASES: readonly [...Case, RegExp][] = [
    ["no provider at all", "deployment.sso_only", SSO_ONLY, {}, NOBODY],
    ["half a provider", "deployment.sso_only", { ...SSO_ONLY, "oauth.client_id": "tack" }, {}, NOBODY],
    ["half of provider A", "deployment.sso_only", { ...SSO_ONLY, "provider_a.client_id": "x" }, {}, NOBODY],
    ["the last provider goes", "oauth.client_id", SSO_ONLY, {}, NOBODY],
    ["the last provider goes", "saml.idp_sso_url", SSO_ONLY, {}, NOBODY],
    [
      "a provider that works after a restart only",
      "deployment.sso_only",
      { ...SSO_ONLY, ...OIDC },
      { offered: [], author: { ...ADMIN, signsInWith: "oidc" } },
      /until the server is restarted/,
    ],
    ["an admin with a password", "deployment.sso_only", { ...SSO_ONLY, ...OIDC }, {}, YOU],
    ["joining goes", "auth.link_privileged_accounts", { ...SSO_ONLY, ...OIDC }, {}, YOU],
    [
      "a super admin is never joined",
      "deployment.sso_only",
      { ...SSO_ONLY, ...OIDC, "auth.link_privileged_accounts": "true" },
      { author: { ...ADMIN, role: "super_admin" } },
      YOU,
    ],
    [
      "one's own provider goes",
      "saml.idp_sso_url",
      { ...SSO_ONLY, ...OIDC },
      { author: { ...ADMIN, signsInWith: "saml" } },
      YOU,
    ],
    [
      "one's own domain goes",
      "provider_a.allowed_domains",
      {
        ...SSO_ONLY,
        "provider_a.client_id": "x",
        "provider_a.client_secret": "x",
        "provider_a.allowed_domains": "other.example",
      },
      { author: { ...ADMIN, signsInWith: "provider_a" } },
      YOU,
    ],
    [
      "the web app moves away",
      "deployment.frontend_url",
      { "deployment.frontend_url": "https://new.example.com" },
      { browserOrigin: "https://old.example.com" },
      /Browser sessions will only work at https:\/\/new/,
    ],
    ["one try an hour", "security.rate_limit_auth_strict", { "security.rate_limit_auth_strict": "1/hour" }, {}, /hour/],
    ["few an hour", "security.rate_limit_auth", { "security.rate_limit_auth": "59/hour" }, {}, /hour/],
    [
      "one's own proxy goes",
      "security.trusted_proxy_ips",
      {},
      { proxy: { address: "10.0.0.1", isTrusted: false } },
      /10\.0\.0\.1/,
    ],
    ["everyone is a proxy", "security.trusted_proxy_ips", { "security.trusted_proxy_ips": "::/0" }, {}, /everyone/],
  ];
  test.each(CASES)("%s (%s)", (...[, key, after, more, expected]) => {
    expect(warningsOf(key, after, more)).toEqual([expect.stringMatching(expected)]);
  });
});

describe("a change that would not", () => {
  const SAML = {
    "saml.idp_entity_id": "https://id.example.com",
    "saml.idp_sso_url": "https://id.example.com/sso",
    "saml.idp_x509_cert": "x",
  };
  const CASES: readonly Case[] = [
    ["passwords stay on", "oauth.client_id", {}, {}],
    ["passwords come back", "deployment.sso_only", {}, {}],
    ["a setting that has nothing to do with it", "discovery.explore_enabled", SSO_ONLY, {}],
    ["a user", "deployment.sso_only", { ...SSO_ONLY, ...OIDC }, { author: { ...ADMIN, role: "user" } }],
    [
      "an admin who can be joined",
      "deployment.sso_only",
      { ...SSO_ONLY, ...OIDC, "auth.link_privileged_accounts": "true" },
      {},
    ],
    [
      "an admin of the provider",
      "deployment.sso_only",
      { ...SSO_ONLY, ...SAML },
      { author: { ...ADMIN, signsInWith: "saml" } },
    ],
    ["one of two providers goes", "oauth.client_id", { ...SSO_ONLY, ...SAML }, { author: undefined }],
    [
      "the address that one is at",
      "deployment.frontend_url",
      { "deployment.frontend_url": "https://new.example.com" },
      { browserOrigin: "https://new.example.com" },
    ],
    ["a rate per minute", "security.rate_limit_auth_strict", { "security.rate_limit_auth_strict": "1/minute" }, {}],
    ["one's own proxy stays", "security.trusted_proxy_ips", {}, { proxy: { address: "10.0.0.1", isTrusted: true } }],
  ];
  test.each(CASES)("%s (%s)", (_about, key, after, more) => {
    expect(warningsOf(key, after, more)).toEqual([]);
  });

  test.each(SETTING_KEYS.filter((key) => !(key in DEFAULTS)))("%s on a server with passwords", (key) => {
    expect(warningsOf(key, { [key]: "1" })).toEqual([]);
  });
});
