import { expect, test } from "vitest";
import type { Setting } from "./setting.js";
import { inView, matching, sectionsOf, valueInWords, VIEWS, viewOf } from "./setting-views.js";

const setting = (key: string, more: Partial<Setting> = {}): Setting => ({
  key,
  label: "Sign-in lifetime",
  group: "sign_in",
  value: "",
  is_sensitive: false,
  is_set: false,
  is_externally_managed: false,
  managed_by: null,
  type: "text",
  unit: null,
  default: "",
  description: "How long an unused sign-in lasts.",
  changed_by: "admin",
  restart_required: false,
  pending_restart: false,
  ...more,
});

const ALL = [
  setting("jwt.refresh_token_expire_days", { is_set: true }),
  setting("oauth.client_secret", {
    label: "OpenID Connect client secret",
    description: "A secret.",
    group: "sso",
    is_sensitive: true,
    is_set: true,
    is_externally_managed: true,
    managed_by: "OAUTH_CLIENT_SECRET_FILE",
  }),
  setting("security.rate_limit_auth", {
    label: "Sign-in rate limit",
    description: "Rate limit.",
    group: "limits",
    is_set: true,
    pending_restart: true,
  }),
  setting("discovery.explore_enabled", { label: "Explore queries", description: "Explores.", group: "discovery" }),
];
const keys = (settings: readonly Setting[]): string[] => settings.map(({ key }) => key);

test("each view lists its settings", () => {
  expect(Object.fromEntries(VIEWS.map((view) => [view, keys(inView(ALL, view))]))).toEqual({
    all: keys(ALL),
    changed: ["jwt.refresh_token_expire_days", "security.rate_limit_auth"],
    outside: ["oauth.client_secret"],
    secrets: ["oauth.client_secret"],
    restart: ["security.rate_limit_auth"],
  });
  expect([viewOf("outside"), viewOf("other"), viewOf(undefined)]).toEqual(["outside", "all", "all"]);
});

test.each([
  ["the name, in any case", "LIFETIME", ["jwt.refresh_token_expire_days"]],
  ["every word, in any order", "limit sign-in", ["security.rate_limit_auth"]],
  ["the key", "refresh_token", ["jwt.refresh_token_expire_days"]],
  ["the sentence", "unused", ["jwt.refresh_token_expire_days"]],
  ["the variable", "oauth_client_secret_file", ["oauth.client_secret"]],
  ["the group", "proxies", ["security.rate_limit_auth"]],
  ["nothing typed", "  ", keys(ALL)],
  ["a word that occurs nowhere", "sign-in zebra", []],
])("the search finds by %s", (_by, search, expected) => {
  expect(keys(matching(ALL, search))).toEqual(expected);
});

test("sections are in the order of the groups, and none is empty", () => {
  expect(sectionsOf(ALL.toReversed()).map(({ group }) => group)).toEqual(["sign_in", "sso", "discovery", "limits"]);
});

test("values are said in words", () => {
  expect(valueInWords(setting("a", { type: "boolean" }), "true")).toBe("on");
  expect(valueInWords(setting("a", { type: "integer", unit: "days" }), "14")).toBe("14 days");
  expect(valueInWords(setting("a"), "")).toBe("empty");
});
