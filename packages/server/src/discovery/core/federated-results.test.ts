import { describe, expect, test } from "vitest";
import { readFederatedResults } from "./federated-results.js";

const result = (more: object = {}) => ({
  identifier: "urn:air:acme.example:a",
  displayName: "A",
  type: "application/mcp-server-card+json",
  url: "https://acme.example/a.json",
  score: 50,
  source: "https://someone.else",
  ...more,
});
const RULES = {
  source: "https://finder.example",
  ownDomains: new Set(["tack.example"]),
  isUnsafe: ({ displayName }: { displayName: string }) => displayName === "Bad",
};
const read = (...results: unknown[]) => readFederatedResults({ results }, RULES);

describe("what another registry found", () => {
  test("has its source, and no approval of theirs", () => {
    const claims = { "obs:approval": "approved", "obs:availability": "now", "obs:recommended": true };
    const [found, ...others] = read(result(claims)) ?? [];
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      score: 50,
      source: "https://finder.example",
      entry: { "obs:approval": "pending", "obs:availability": "not-approved" },
    });
    expect(found?.entry).not.toHaveProperty("obs:recommended");
    expect(found?.entry).not.toHaveProperty("source");
  });

  test.each([
    [100, 99],
    [1e9, 99],
    [0, 1],
    [-5, 1],
    [41.6, 42],
  ])("has a score on our scale: %d is %d", (theirs, ours) => {
    expect(read(result({ score: theirs }))).toMatchObject([{ score: ours }]);
  });

  test.each([
    ["no score", result({ score: undefined })],
    ["a score that is text", result({ score: "99" })],
    ["no name", result({ displayName: undefined })],
    ["an identifier of ours", result({ identifier: "urn:air:TACK.example:a" })],
    ["text that cannot be kept", result({ displayName: "Bad" })],
    ["nothing", null],
  ])("is left out when it has %s", (_what, value) => {
    expect(read(value, result())).toHaveLength(1);
  });

  test("is not there twice, and at most a hundred", () => {
    expect(read(result(), result({ score: 90 }))).toMatchObject([{ score: 50 }]);
    const many = Array.from({ length: 150 }, (_, index) => result({ identifier: `urn:air:acme.example:n${index}` }));
    expect(read(...many)).toHaveLength(100);
  });

  test.each([null, [], "text", {}, { results: {} }])("is nothing when the answer is %j", (answer) => {
    expect(readFederatedResults(answer, RULES)).toBeUndefined();
  });
});
