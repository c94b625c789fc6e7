import { describe, expect, test } from "vitest";
import { commandFor, placeOf, type Answer } from "./answer-words.js";

const answer = (more: Partial<Answer>): Answer => ({
  identifier: "urn:air:x.example:skill:1",
  displayName: "x",
  type: "t",
  score: 50,
  source: "s",
  ...more,
});

describe("an answer of discovery", () => {
  test("has its place in this registry", () => {
    const own = answer({ "obs:kind": "skill", "obs:nativeRef": "mara/careful-migrations@1.0.0-beta.1" });
    expect(placeOf(own)).toEqual({ type: "skills", namespace: "mara", slug: "careful-migrations" });
    expect(commandFor(own, "cursor")).toBe("npx tack registry skill install mara/careful-migrations --harness cursor");
  });

  test("is pulled with all it needs when it is an agent", () => {
    const agent = answer({ "obs:kind": "agent", "obs:nativeRef": "mara/reviewer@1.0.0" });
    expect(commandFor(agent, "")).toBe("npx tack agent pull mara/reviewer");
  });

  test.each([
    {},
    { "obs:kind": "registry" as const, "obs:nativeRef": "a/b@1" },
    { "obs:kind": "mcp" as const, "obs:nativeRef": "nonsense" },
  ])("of another publisher is only shown: %j", (more) => {
    expect(placeOf(answer(more))).toBeUndefined();
    expect(commandFor(answer(more), "cursor")).toBe("npx tack discover show urn:air:x.example:skill:1");
  });
});
