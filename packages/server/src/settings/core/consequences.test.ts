import { expect, test } from "vitest";
import { definitionOf, type SettingKey } from "../registry.js";

const DELETES = /^Telemetry .* is deleted at the next cleanup, and cannot be restored\.$/;

/** Key, value before, value after, and what the confirmation has to say; undefined when nothing has to be confirmed. */
const cases: [SettingKey, unknown, unknown, RegExp | undefined][] = [
  ["deployment.public_registry_enabled", false, true, /without signing in/],
  ["deployment.public_registry_enabled", true, false, undefined],
  ["deployment.sso_only", false, true, /Passwords .* stop working/],
  ["deployment.sso_only", true, false, undefined],
  ["auth.self_registration_enabled", false, true, /can create an account/],
  ["auth.link_privileged_accounts", false, true, /reviewer or an admin/],
  ["review.require_second_reviewer", true, false, /submitted themselves/],
  ["review.require_second_reviewer", false, true, undefined],
  ["saml.jit_provisioning", true, false, /can no longer sign in/],
  ["oauth.email_authoritative", false, true, /without proving/],
  ["oauth.client_id", "tackroom", "", /no longer sign in with OpenID Connect/],
  ["oauth.client_id", "", "tackroom", undefined],
  ["provider_a.allowed_domains", ["a.example"], [], /Everyone with a Google account/],
  ["provider_a.allowed_domains", ["a.example"], ["b.example"], undefined],
  ["data.retention_days", 90, 30, DELETES],
  ["data.retention_days", 90, 1, /older than 1 day is/],
  ["data.retention_days", 30, 90, undefined],
  ["data.project_retention_days", [], [{ project: "shop", days: 30 }], /of shop that is older than 30 days/],
  ["data.project_retention_days", [{ project: "shop", days: 30 }], [{ project: "shop", days: 60 }], undefined],
  ["data.project_retention_days", [{ project: "shop", days: 365 }], [], /of shop .* the general retention/],
  ["discovery.federation_allowlist", ["https://a"], ["https://a", "https://b"], /sent to https:\/\/b\.$/],
  ["discovery.federation_allowlist", ["https://a"], [], undefined],
  ["discovery.embedding_url", "", "https://e", /sent to https:\/\/e\.$/],
  ["jwt.access_token_expire_minutes", 60, 5, undefined],
];

test.each(cases)("%s from %j to %j", (key, from, to, expected) => {
  const consequence = definitionOf(key).consequence?.({ from, to });
  if (expected === undefined) expect(consequence).toBeUndefined();
  else expect(consequence).toMatch(expected);
});
