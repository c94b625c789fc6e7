import { expect, test } from "vitest";
import { Secret, type SettingImport } from "../platform/config/index.js";
import { StartupError } from "../platform/startup-error.js";
import { sortImports } from "./imports.js";

const given = (
  variable: string,
  setting: string,
  value: string | Secret,
  from: SettingImport["from"],
): SettingImport => ({
  variable,
  setting,
  value,
  from,
});

test("variables that win and files are managed outside; every other variable is copied", () => {
  const { managed, copied } = sortImports([
    given("SSO_ONLY", "deployment.sso_only", "yes", "environment"),
    given("OAUTH_CLIENT_SECRET", "oauth.client_secret", new Secret("s3cret\n"), "file"),
    given("OAUTH_CLIENT_ID", "oauth.client_id", "tack", "environment"),
  ]);
  expect([...managed]).toEqual([
    ["deployment.sso_only", "true"],
    ["oauth.client_secret", "s3cret"],
  ]);
  expect([...copied]).toEqual([["oauth.client_id", "tack"]]);
});

test("values of the wrong type are a reason not to start, each with the name of its variable", () => {
  const bad = [
    given("OAUTH_SERVER_METADATA_URL", "oauth.server_metadata_url", "idp", "environment"),
    given("SAML_JIT_PROVISIONING", "saml.jit_provisioning", "maybe", "file"),
  ];
  expect(() => sortImports(bad)).toThrow(StartupError);
  expect(() => sortImports(bad)).toThrow(/^OAUTH_SERVER_METADATA_URL: expected a URL.*\nSAML_JIT.*true or false$/);
});
