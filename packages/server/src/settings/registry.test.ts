import { SETTING_GROUPS } from "@tackroom/contract";
import { expect, test } from "vitest";
import { SETTING_VARIABLES } from "../platform/config/setting-imports.js";
import { definitionOf, isSettingKey, SETTING_KEYS } from "./registry.js";

test.each(SETTING_KEYS)("%s has a default that its type allows, and says what it is for", (key) => {
  const { kind, default: fallback, description } = definitionOf(key);
  const config = { frontendUrl: "https://tack.example.com", trustedProxies: ["10.0.0.0/8"] };
  const from = { config, frontendUrl: () => config.frontendUrl };
  const text = typeof fallback === "string" ? fallback : fallback(from);
  expect(kind.parse(text)).toMatchObject({ text });
  expect(description).toMatch(/^[A-Z].{15,}\.$/);
});

test.each(SETTING_KEYS)("%s has a name, a sentence and a group for people who do not know its key", (key) => {
  const { label, description, group } = definitionOf(key);
  expect(label).toMatch(/^[A-Z][\w -]{5,45}$/);
  expect(label).not.toContain("_");
  expect(description).toMatch(/^[A-Z][^_]+\.$/);
  expect(SETTING_GROUPS).toContain(group);
});

test("no two settings have the same name", () => {
  const labels = SETTING_KEYS.map((key) => definitionOf(key).label);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});

test("every group has settings, and a setting that counts says what", () => {
  const used = new Set(SETTING_KEYS.map((key) => definitionOf(key).group));
  expect(SETTING_GROUPS.filter((group) => !used.has(group))).toEqual([]);
  const counting = SETTING_KEYS.filter((key) => definitionOf(key).kind.type === "integer");
  expect(counting.filter((key) => definitionOf(key).unit === undefined)).toEqual([]);
});

test.each(SETTING_VARIABLES)("$name is imported into a setting that is as secret as it is", ({ setting, isSecret }) => {
  expect(isSettingKey(setting) && definitionOf(setting).isSensitive === true).toBe(isSecret);
});

test("a name that every object has is no setting", () => {
  expect(["toString", "__proto__", "constructor", ""].filter(isSettingKey)).toEqual([]);
});
