import { startOf } from "@tackroom/contract/shorten";
import {
  BASE_PATH,
  mediaTypeOf,
  REGISTRY_TYPE,
  type ArdEntry,
  type ArdListItem,
  type Availability,
} from "@tackroom/contract";
import type { EntryRow } from "../registry/index.js";
import type { ExternalEntry } from "./core/external-entry.js";
import { itemIdentifier, registryIdentifier } from "./core/identifier.js";
import { capabilitiesOf, entryState } from "./known-item.js";
import type { Publisher } from "./publisher.js";

/** Our extensions mean what our contract says they mean. */
const CONTEXT = { obs: "urn:tackroom:discovery:" };
const MAX_CAPABILITIES = 24;
const RESULT = { capabilities: 8, description: 280 };

/** `harness` is the one that is asked about, if it is one. */
function availabilityOf(row: EntryRow, harness?: string): Availability {
  const { lifecycle } = entryState(row);
  if (lifecycle === "archived") return "archived";
  if (lifecycle !== "approved" || !row.isReleased) return "not-approved";
  const isSupported = harness === undefined || row.harnesses.length === 0 || row.harnesses.includes(harness);
  return isSupported ? (row.facts?.use ?? "next-session") : "unsupported-in-harness";
}

export function describeEntry(row: EntryRow, publisher: Publisher): ArdEntry {
  return {
    ...describeShared(row, publisher),
    description: row.description,
    capabilities: capabilitiesOf(row, MAX_CAPABILITIES),
    representativeQueries: [...(row.facts?.queries ?? [])],
    trustManifest: { identity: `https://${publisher.domain}`, identityType: "https" },
  };
}

/** As much of it as tells whether it is what one looks for. */
export function describeResult(row: EntryRow, publisher: Publisher, harness?: string): Omit<ArdEntry, "trustManifest"> {
  return {
    ...describeShared(row, publisher),
    description: shortened(row.description, RESULT.description),
    capabilities: capabilitiesOf(row, RESULT.capabilities),
    "obs:availability": availabilityOf(row, harness),
  };
}

/** As much of what another publisher says of it. */
export function describeForeignResult({
  representativeQueries: _q,
  trustManifest: _t,
  ...entry
}: ExternalEntry): ArdEntry {
  return {
    ...entry,
    ...(entry.description === undefined ? {} : { description: shortened(entry.description, RESULT.description) }),
    ...(entry.capabilities === undefined ? {} : { capabilities: entry.capabilities.slice(0, RESULT.capabilities) }),
    "obs:supportedHarnesses": [...entry["obs:supportedHarnesses"]],
  };
}

export function describeListItem(row: EntryRow, publisher: Publisher): ArdListItem {
  const { lifecycle, isRecommended } = entryState(row);
  return {
    ...nameOf(row, publisher),
    version: row.version,
    description: row.description,
    updatedAt: row.updatedAt.toISOString(),
    "obs:kind": row.kind,
    "obs:nativeRef": nativeRef(row),
    "obs:approval": lifecycle,
    "obs:supportedHarnesses": [...row.harnesses],
    "obs:recommended": isRecommended,
  };
}

export function describeRegistry({ domain, ardUrl }: Publisher, version: string): ArdEntry {
  return {
    "@context": CONTEXT,
    identifier: registryIdentifier(domain),
    displayName: "Tackroom",
    type: REGISTRY_TYPE,
    url: ardUrl,
    description: "MCP servers, agents, skills, hooks, prompts and sandboxes for coding agents, reviewed and versioned.",
    tags: ["registry", "coding-agents"],
    capabilities: ["search", "list"],
    representativeQueries: ["find a tool for a coding agent", "which MCP servers, skills and agents may I use"],
    version,
    trustManifest: { identity: `https://${domain}`, identityType: "https" },
    "obs:kind": "registry",
    "obs:publisher": domain,
  };
}

function describeShared(row: EntryRow, publisher: Publisher): ArdEntry {
  const { lifecycle, isActivatable, isDelegable, isRecommended } = entryState(row);
  return {
    "@context": CONTEXT,
    ...nameOf(row, publisher),
    tags: [...(row.facts?.tags ?? [])],
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    "obs:kind": row.kind,
    "obs:supportedHarnesses": [...row.harnesses],
    "obs:nativeRef": nativeRef(row),
    "obs:publisher": publisher.domain,
    "obs:approval": lifecycle,
    "obs:lifecycle": lifecycle,
    "obs:visibility": row.visibility,
    "obs:artifactDigest": row.digest,
    "obs:availability": availabilityOf(row),
    "obs:activatable": isActivatable,
    "obs:delegable": isDelegable,
    "obs:recommended": isRecommended,
    "obs:capabilitiesSource": row.facts?.capabilitiesSource ?? "derived",
    "obs:representativeQueriesSource": row.facts?.queriesSource ?? "derived",
    ...Object.fromEntries(Object.entries(row.facts?.details ?? {}).map(([name, value]) => [`obs:${name}`, value])),
  };
}

function nameOf({ kind, id, name, version }: EntryRow, { domain, baseUrl }: Publisher) {
  return {
    identifier: itemIdentifier(domain, kind, id),
    displayName: name,
    type: mediaTypeOf(kind),
    url: `${baseUrl}${BASE_PATH}/artifacts/${kind}/${id}/${encodeURIComponent(version)}`,
  };
}

const nativeRef = ({ namespace, slug, version }: EntryRow): string => `${namespace}/${slug}@${version}`;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${startOf(text, most - 1).trimEnd()}…`;
