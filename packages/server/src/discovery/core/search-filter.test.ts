import type { ArdFilter } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import type { KnownEntry } from "./known-entry.js";
import { fits, readFilter } from "./search-filter.js";
import { testEntry } from "./test-entry.js";

const OWN = "tack.example.com";

function matches(filter: ArdFilter, entry: KnownEntry): boolean {
  const read = readFilter(filter);
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  return fits(read.filter, OWN)(entry);
}

const skill = testEntry({
  kind: "skill",
  type: "application/ai-skill+md",
  tags: ["Code-Review"],
  capabilities: ["harness:cursor", "tidy"],
  harnesses: ["cursor"],
  version: "1.2.0",
  isActivatable: true,
});
const archived = testEntry({ lifecycle: "archived" });
const external = testEntry({ kind: null, publisher: "acme.com", type: "application/a2a-agent-card+json" });

/** Each term, with a value that the skill has and one that it has not. */
const TERMS: readonly [term: string, own: ArdFilter[string], other: ArdFilter[string]][] = [
  ["type", "application/AI-Skill; charset=utf-8", "application/mcp-server"],
  ["tags", "code-review", "testing"],
  ["capabilities", ["x", "Tidy"], "harness:codex"],
  ["publisher", "TACK.example.com", "acme.com"],
  ["version", "1.2.0", "1.2"],
  ["obs:kind", "skill", ["mcp", "agent"]],
  ["kind", ["skill"], "mcp"],
  ["obs:supportedHarnesses", "cursor", "codex"],
  ["obs:harness", ["claude_code", "cursor"], "claude_code"],
  ["obs:lifecycle", ["draft", "approved"], "archived"],
  ["obs:activatable", true, false],
];

describe("the filter of a search", () => {
  test.each(TERMS)("%s alone", (term, own, other) => {
    expect(matches({ [term]: own }, skill)).toBe(true);
    expect(matches({ [term]: other }, skill)).toBe(false);
  });

  const pairs = TERMS.flatMap((a) => TERMS.filter((b) => b !== a).map((b) => [a[0], b[0], a, b] as const));
  test.each(pairs)("%s and %s", (_a, _b, [a, ownA, otherA], [b, ownB, otherB]) => {
    expect(matches({ [a]: ownA, [b]: ownB }, skill)).toBe(true);
    expect(matches({ [a]: ownA, [b]: otherB }, skill)).toBe(false);
    expect(matches({ [a]: otherA, [b]: ownB }, skill)).toBe(false);
  });

  test("an item that lists no harness fits all, an entry of another publisher none", () => {
    expect(matches({ "obs:supportedHarnesses": "codex" }, testEntry())).toBe(true);
    expect(matches({ "obs:supportedHarnesses": "codex" }, external)).toBe(false);
    expect(matches({ publisher: "ACME.com" }, external)).toBe(true);
    expect(matches({ kind: "mcp" }, external)).toBe(false);
  });

  test("what is archived is found only by who asks for it", () => {
    expect(matches({}, archived)).toBe(false);
    expect(matches({ kind: "mcp" }, archived)).toBe(false);
    expect(matches({ "obs:lifecycle": ["approved", "archived"] }, archived)).toBe(true);
  });

  test.each([true, "true", 1, "1", "YES"])("obs:activatable takes %j", (value) => {
    expect(matches({ "obs:activatable": value }, skill)).toBe(true);
  });

  test("every wrong term and value is named at once", () => {
    const read = readFilter({
      colour: "red",
      tags: [],
      version: " ",
      "obs:activatable": "maybe",
      kind: ["mcp", ""],
      toString: "x",
    });
    const paths = "errors" in read ? read.errors.map(({ path }) => path.replace("body.query.filter.", "")) : [];
    expect(paths).toEqual(["colour", "tags", "version", "obs:activatable", "kind", "toString"]);
  });

  test("one harness is told apart from several", () => {
    const harness = (filter: ArdFilter) => {
      const read = readFilter(filter);
      return "filter" in read ? read.filter.harness : "refused";
    };
    expect(harness({ "obs:harness": "claude_code" })).toBe("claude-code");
    expect(harness({ "obs:harness": ["cursor", "codex"] })).toBeUndefined();
    expect(harness({})).toBeUndefined();
  });
});
