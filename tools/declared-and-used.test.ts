import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ERRORS } from "../packages/contract/src/index.js";
import { VARIABLES } from "../packages/server/src/platform/config/variables.js";
import { SETTING_KEYS } from "../packages/server/src/settings/registry.js";
import { listSources } from "./boundaries/cruise.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where they are declared, imported from a variable or warned about: none of that makes a setting do something. */
const DECLARATIONS = /\/(settings\/registry|settings\/core\/lockout|config\/setting-imports|config\/variables)\.ts$/;

const SERVER = listSources(root)
  .filter((file) => file.startsWith("packages/server/src/") && !file.endsWith(".test.ts") && !DECLARATIONS.test(file))
  .map((file) => readFileSync(`${root}/${file}`, "utf8"))
  .join("\n");

describe("what operators and clients are told of, the server uses:", () => {
  test.each(Object.keys(ERRORS))("the error code %s", (code) => {
    expect(SERVER.includes(`"${code}"`)).toBe(true);
  });

  test.each(SETTING_KEYS)("the setting %s", (key) => {
    expect(SERVER.includes(`"${key}"`)).toBe(true);
  });

  test.each(Object.keys(VARIABLES))("the variable behind config.%s", (name) => {
    expect(new RegExp(`\\b${name}\\b`).test(SERVER)).toBe(true);
  });
});
