import { describe, expect, test } from "vitest";
import { readCatalogEntry } from "./catalog-entry.js";
import { externalEntry } from "./external-entry.js";

const ENTRY = {
  identifier: "urn:air:acme.example:tools:weather",
  displayName: "Weather",
  type: "application/mcp-server-card+json",
  url: "https://acme.example/weather.json",
};

describe("an entry of someone else", () => {
  test("keeps what an entry has, and loses everything else", () => {
    const whole = {
      ...ENTRY,
      description: "Tells the weather",
      tags: ["weather"],
      capabilities: ["forecast"],
      representativeQueries: ["will it rain", "how warm is it"],
      version: "1.0.0",
      updatedAt: "2026-01-01T00:00:00Z",
      trustManifest: { identity: "https://acme.example", identityType: "https" },
    };
    const claims = {
      "obs:approval": "approved",
      "obs:recommended": true,
      score: 100,
      metadata: { a: 1 },
      "@context": "x",
    };
    const more = { trustManifest: { ...whole.trustManifest, attestations: [], signature: "x" } };
    expect(readCatalogEntry({ ...whole, ...claims, ...more })).toEqual({ entry: whole });
  });

  test("may hold its document instead of an address", () => {
    const { url: _url, ...rest } = ENTRY;
    expect(readCatalogEntry({ ...rest, data: { a: { b: 1 } } })).toEqual({ entry: { ...rest, data: { a: { b: 1 } } } });
  });

  test.each([
    ["urn:ai:acme.example:weather", "urn:air:acme.example:weather"],
    ["urn:air:ACME.Example:Tools:Weather", "urn:air:acme.example:Tools:Weather"],
    [
      "urn:air:acme.example:mcp:0A0B0C0D-0000-4000-8000-000000000000",
      "urn:air:acme.example:mcp:0a0b0c0d-0000-4000-8000-000000000000",
    ],
  ])("has its identifier in the usual spelling: %s", (identifier, usual) => {
    expect(readCatalogEntry({ ...ENTRY, identifier })).toMatchObject({ entry: { identifier: usual } });
  });

  test.each([
    [null, "it must be object"],
    [[], "it must be object"],
    [{}, "it must have required properties identifier, displayName, type"],
    [{ ...ENTRY, identifier: "urn:isbn:1" }, "identifier must match pattern"],
    [{ ...ENTRY, identifier: "urn:air:acme.example" }, "identifier must match pattern"],
    [{ ...ENTRY, identifier: `urn:air:acme.example:${"a".repeat(300)}` }, "identifier must not have more than 300"],
    [{ ...ENTRY, displayName: "" }, "displayName must not have fewer than 1"],
    [{ ...ENTRY, displayName: "a".repeat(201) }, "displayName must not have more than 200"],
    [{ ...ENTRY, displayName: 7 }, "displayName must be string"],
    [{ ...ENTRY, type: "mcp" }, "type must match pattern"],
    [{ ...ENTRY, description: "a".repeat(10_001) }, "description must not have more than 10000"],
    [{ ...ENTRY, tags: Array(51).fill("a") }, "tags must not have more than 50"],
    [{ ...ENTRY, tags: ["a".repeat(101)] }, "tags.0 must not have more than 100"],
    [{ ...ENTRY, capabilities: Array(201).fill("a") }, "capabilities must not have more than 200"],
    [{ ...ENTRY, representativeQueries: ["only one"] }, "representativeQueries must not have fewer than 2"],
    [{ ...ENTRY, updatedAt: "yesterday" }, "updatedAt must match format"],
    [{ ...ENTRY, trustManifest: {} }, "trustManifest must have required properties identity"],
    [{ ...ENTRY, data: {} }, "must have either url or data"],
    [{ ...ENTRY, url: undefined }, "must have either url or data"],
    [{ ...ENTRY, url: "javascript:alert(1)" }, "url must start with https:// or http://"],
    [{ ...ENTRY, url: "/relative" }, "url must start with https:// or http://"],
    [{ ...ENTRY, url: "https://me:secret@acme.example/" }, "url must start with https:// or http://"],
    [{ ...ENTRY, url: undefined, data: { a: "b".repeat(65_536) } }, "data is larger than 64 KiB"],
  ])("is refused with the reason (%#)", (value, reason) => {
    const read = readCatalogEntry(value);
    expect("reason" in read && read.reason).toContain(reason);
  });

  test("is shown as found, and approved by nobody here", () => {
    expect(externalEntry(ENTRY)).toEqual({
      ...ENTRY,
      "obs:publisher": "acme.example",
      "obs:approval": "pending",
      "obs:lifecycle": "pending",
      "obs:availability": "not-approved",
      "obs:supportedHarnesses": [],
    });
  });
});
