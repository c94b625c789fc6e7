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
    given("RATE_LIMIT_AUTH", "security.rate_limit_auth", " 7/hour ", "environment"),
    given("REVIEWERS", "review.require_second_reviewer", new Secret("yes\n"), "file"),
    given("DOMAIN", "discovery.publisher_domain", "tack.example", "environment"),
  ]);
  expect([...managed]).toEqual([
    ["security.rate_limit_auth", { text: "7/hour", variable: "RATE_LIMIT_AUTH" }],
    ["review.require_second_reviewer", { text: "true", variable: "REVIEWERS_FILE" }],
  ]);
  expect([...copied]).toEqual([["discovery.publisher_domain", "tack.example"]]);
});

test("values of the wrong type are a reason not to start, each with the name of its variable", () => {
  const bad = [
    given("EMBEDDER", "discovery.embedding_url", "embedder", "environment"),
    given("REVIEWERS", "review.require_second_reviewer", "maybe", "file"),
  ];
  expect(() => sortImports(bad)).toThrow(StartupError);
  expect(() => sortImports(bad)).toThrow(/^EMBEDDER: expected a URL.*\nREVIEWERS.*true or false$/);
});
