import { describe, expect, test } from "vitest";
import { itemIdentifier, readIdentifier } from "./identifier.js";

const ID = "0190f6c2-5a3e-4cc1-9d1e-5b8f0a6d2c11";

describe("identifiers", () => {
  test.each([
    [itemIdentifier("tack.example.com", "mcp", ID), { is: "item", publisher: "tack.example.com", kind: "mcp", id: ID }],
    [`urn:ai:tack.example.com:skill:${ID}`, { is: "item", publisher: "tack.example.com", kind: "skill", id: ID }],
    [
      `URN:AIR:Tack.Example.com:mcp:${ID.toUpperCase()}`,
      { is: "item", publisher: "tack.example.com", kind: "mcp", id: ID },
    ],
    [
      "urn:air:acme.com:finance:quotes",
      { is: "other", publisher: "acme.com", identifier: "urn:air:acme.com:finance:quotes" },
    ],
    ["urn:ai:acme.com:a:b:c", { is: "other", publisher: "acme.com", identifier: "urn:air:acme.com:a:b:c" }],
    [
      `urn:air:acme.com:mcp:${ID}:more`,
      { is: "other", publisher: "acme.com", identifier: `urn:air:acme.com:mcp:${ID}:more` },
    ],
  ])("%s", (text, named) => {
    expect(readIdentifier(text)).toEqual(named);
  });

  test.each([
    "",
    "urn:air:",
    "urn:air:acme.com",
    "urn:air:acme.com:",
    "urn:air::mcp:x",
    "urn:uuid:1",
    `x${ID}`,
    "urn:air:a b:c",
    "urn:air:a:b c",
  ])("%j is none", (text) => {
    expect(readIdentifier(text)).toBeUndefined();
  });
});
