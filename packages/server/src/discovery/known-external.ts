import { readMediaType } from "@tackroom/contract";
import type { ExternalEntry } from "./core/external-entry.js";
import { sortNameOf, type KnownEntry } from "./core/known-entry.js";

/** An entry of another publisher beside our own: it has no kind, and nobody here has approved it. */
export function knownExternal(entry: ExternalEntry): KnownEntry {
  const { identifier, displayName, description = "", tags = [], capabilities = [], version = "" } = entry;
  const updatedAt = entry.updatedAt === undefined ? 0 : Date.parse(entry.updatedAt);
  return {
    id: identifier,
    kind: null,
    publisher: entry["obs:publisher"],
    type: readMediaType(entry.type),
    name: displayName,
    otherNames: [identifier],
    description,
    queries: entry.representativeQueries ?? [],
    tools: [],
    tags: [...new Set([...tags, ...capabilities])],
    capabilities,
    harnesses: [],
    version,
    versionKey: version,
    lifecycle: entry["obs:lifecycle"],
    isActivatable: false,
    isRecommended: false,
    sortName: sortNameOf(displayName),
    createdAt: updatedAt,
    updatedAt,
    namespace: "",
    teamId: null,
    facets: [],
    isListed: false,
    audience: "",
    visibility: "public",
    ownerId: null,
    status: entry["obs:approval"],
    isReleased: false,
  };
}
