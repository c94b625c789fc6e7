import { expect, test } from "vitest";
import { readConfig, type SettingImport } from "../platform/config/index.js";
import { readSettingKey } from "./unset-setting.js";

function read(key: string, env: Record<string, string> = {}): string {
  const result = readConfig({ env });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return readSettingKey(key, result.config);
}

const imported = (from: SettingImport["from"]): { settingImports: SettingImport[] } => ({
  settingImports: [{ variable: "DOMAIN", setting: "discovery.publisher_domain", value: "tack.example", from }],
});

test("a setting that there is can be unset by the operator, also one that a variable was copied into", () => {
  expect(read("deployment.frontend_url")).toBe("deployment.frontend_url");
  expect(readSettingKey("discovery.publisher_domain", imported("environment"))).toBe("discovery.publisher_domain");
});

test("one that there is not is refused, and so is one that the environment decides", () => {
  expect(() => read("no.such")).toThrow('Unknown setting "no.such"');
  expect(() => read("security.rate_limit_auth", { RATE_LIMIT_AUTH: "7/hour" })).toThrow(
    "security.rate_limit_auth is set by the environment variable RATE_LIMIT_AUTH, which overrides the stored value.",
  );
  expect(() => readSettingKey("discovery.publisher_domain", imported("file"))).toThrow("DOMAIN_FILE, which overrides");
});
