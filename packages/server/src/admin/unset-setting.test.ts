import { expect, test } from "vitest";
import { readConfig } from "../platform/config/index.js";
import { readSettingKey } from "./unset-setting.js";

function read(key: string, env: Record<string, string> = {}): string {
  const result = readConfig({ env });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return readSettingKey(key, result.config);
}

test("a setting that there is can be unset by the operator, also one that a variable was copied into", () => {
  expect(read("deployment.sso_only")).toBe("deployment.sso_only");
  expect(read("oauth.client_id", { OAUTH_CLIENT_ID: "tack" })).toBe("oauth.client_id");
});

test("one that there is not is refused, and so is one that the environment decides", () => {
  expect(() => read("no.such")).toThrow('Unknown setting "no.such"');
  expect(() => read("deployment.sso_only", { SSO_ONLY: "true" })).toThrow(
    "deployment.sso_only is set by the environment variable SSO_ONLY, which overrides the stored value.",
  );
  const file = new URL(import.meta.url).pathname;
  expect(() => read("oauth.client_id", { OAUTH_CLIENT_ID_FILE: file })).toThrow(
    "OAUTH_CLIENT_ID_FILE, which overrides",
  );
});
