import type { KnownEntry } from "./known-entry.js";

/** An approved, public MCP server, but for what a test says otherwise. */
export function testEntry(more: Partial<KnownEntry> = {}): KnownEntry {
  return {
    id: "0190f6c2-5a3e-4cc1-9d1e-5b8f0a6d2c11",
    kind: "mcp",
    publisher: null,
    type: "application/mcp-server-card+json",
    name: "Weather",
    otherNames: [],
    description: "",
    queries: [],
    tools: [],
    tags: [],
    capabilities: [],
    harnesses: [],
    version: "1.0.0",
    versionKey: "000000001.000000000.000000000~",
    lifecycle: "approved",
    isActivatable: false,
    isRecommended: false,
    sortName: (more.name ?? "Weather").toLowerCase(),
    namespace: "ada",
    teamId: null,
    facets: [],
    isListed: true,
    audience: "00000000-0000-0000-0000-000000000000",
    visibility: "public",
    ownerId: null,
    status: "approved",
    isReleased: true,
    createdAt: Date.parse("2026-01-02T00:00:00Z"),
    updatedAt: Date.parse("2026-03-04T00:00:00Z"),
    ...more,
  };
}
