import { describe, expect, test } from "vitest";
import { checkManifest, MAX_ENTRIES, tellRefusals } from "./check-manifest.js";
import { ownDomains } from "./own-domains.js";

const entry = (identifier: string, more: object = {}) => ({
  identifier,
  displayName: "Something",
  type: "application/mcp-server-card+json",
  url: "https://acme.example/a.json",
  ...more,
});
const manifest = (...entries: unknown[]) => ({ specVersion: "1.0", entries });
const RULES = {
  host: "acme.example",
  ownDomains: new Set(["tack.example"]),
  unsafe: ({ displayName }: { displayName: string }) => (displayName === "Bad" ? "it is unsafe" : undefined),
};
const check = (value: unknown, host = RULES.host) => {
  const steps = checkManifest(value, { ...RULES, host });
  let step = steps.next();
  while (!step.done) step = steps.next();
  const checked = step.value;
  return "problem" in checked ? checked.problem : [checked.entries.map((each) => each.identifier), checked.refusals];
};

describe("a manifest", () => {
  test.each([
    [null, "The manifest must be a JSON object."],
    [[], "The manifest must be a JSON object."],
    ["text", "The manifest must be a JSON object."],
    [{ entries: [] }, 'The manifest\'s specVersion must be "1.0".'],
    [{ specVersion: "2.0", entries: [] }, 'The manifest\'s specVersion must be "1.0".'],
    [{ specVersion: "1.0" }, "The manifest must have a list of entries."],
    [{ specVersion: "1.0", entries: {} }, "The manifest must have a list of entries."],
    [manifest(...Array<null>(MAX_ENTRIES + 1).fill(null)), "The manifest has more than 2000 entries."],
  ])("is refused as a whole with the reason (%#)", (value, problem) => {
    expect(check(value)).toBe(problem);
  });

  test("keeps what is good beside what is not, and says of each why", () => {
    const value = manifest(
      entry("urn:air:acme.example:a"),
      null,
      entry("urn:air:acme.example:b", { displayName: "Bad" }),
      entry("urn:air:acme.example:a"),
      entry("urn:ai:ACME.example:a"),
      entry("urn:air:acme.example:c"),
    );
    expect(check(value)).toEqual([
      ["urn:air:acme.example:a", "urn:air:acme.example:c"],
      [
        "entries[1]: it must be object",
        "entries[2]: it is unsafe",
        "entries[3]: urn:air:acme.example:a appears more than once in the manifest",
        "entries[4]: urn:air:acme.example:a appears more than once in the manifest",
      ],
    ]);
  });

  test.each([
    ["acme.example", "acme.example", true],
    ["www.acme.example", "acme.example", true],
    ["www.acme.example", "www.acme.example", true],
    ["acme.example", "www.acme.example", false],
    ["tools.acme.example", "acme.example", false],
    ["acme.example", "tools.acme.example", false],
    ["acme.example", "evil-acme.example", false],
    ["acme.example", "github.com", false],
    ["tack.example", "tack.example", false],
  ])("at %s may list what belongs to %s: %s", (host, publisher, isAllowed) => {
    const identifier = `urn:air:${publisher}:a`;
    const [kept, refusals] = check(manifest(entry(identifier)), host) as [string[], string[]];
    expect([kept, refusals.length]).toEqual(isAllowed ? [[identifier], 0] : [[], 1]);
    if (!isAllowed) expect(refusals[0]).toContain(publisher);
  });

  test("tells an admin how many entries were refused, and why the first ones", () => {
    expect(tellRefusals([], 4)).toBeNull();
    expect(tellRefusals(["a", "b"], 4)).toBe("2 of 4 entries were rejected. a; b.");
    expect(tellRefusals(["a", "b", "c", "d", "x".repeat(9999)], 9)).toBe(
      "5 of 9 entries were rejected. a; b; c; and 2 more.",
    );
    expect(tellRefusals(["x".repeat(9999)], 1)?.length).toBeLessThan(500);
  });
});

test.each([
  ["", "", ["tackroom.local"]],
  ["tack.example", "", ["tackroom.local", "tack.example"]],
  ["tack.example", "https://new.example:8443/tack", ["tackroom.local", "tack.example", "new.example"]],
  ["", "http://localhost:8000", ["tackroom.local"]],
  ["", "http://10.0.0.1", ["tackroom.local"]],
  ["", "http://[::1]", ["tackroom.local"]],
])("what is published under %j, reached at %j, belongs to us: %j", (domain, url, own) => {
  expect([...ownDomains(domain, url)]).toEqual(own);
});
