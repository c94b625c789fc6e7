import { domainOf, readCatalogEntry, type CatalogEntry } from "./catalog-entry.js";

export interface ManifestRules {
  /** Where the manifest was fetched from: its entries belong to this host. */
  readonly host: string;
  /** What others may not publish under. */
  readonly ownDomains: ReadonlySet<string>;
  /** Why a text of the entry must not be kept, if one must not. */
  readonly unsafe: (entry: CatalogEntry) => string | undefined;
}

export interface CheckedManifest {
  readonly entries: readonly CatalogEntry[];
  /** One for each entry that is refused. */
  readonly refusals: readonly string[];
}

export const MAX_ENTRIES = 2000;

const SPEC_VERSION = "1.0";

/**
 * What of a manifest may be kept; or why nothing of it. In steps, one for each entry: to read the texts of thousands takes
 * seconds, and others want to be answered in between.
 */
export function* checkManifest(
  manifest: unknown,
  rules: ManifestRules,
): Generator<void, CheckedManifest | { readonly problem: string }> {
  if (!isRecord(manifest)) return { problem: "The manifest must be a JSON object." };
  if (manifest["specVersion"] !== SPEC_VERSION) {
    return { problem: `The manifest's specVersion must be "${SPEC_VERSION}".` };
  }
  const found = manifest["entries"];
  if (!Array.isArray(found)) return { problem: "The manifest must have a list of entries." };
  if (found.length > MAX_ENTRIES) return { problem: `The manifest has more than ${MAX_ENTRIES} entries.` };
  const entries = new Map<string, CatalogEntry>();
  const refusals: string[] = [];
  for (const [index, value] of found.entries()) {
    const read = readCatalogEntry(value);
    const reason = "reason" in read ? read.reason : refusalOf(read.entry, entries, rules);
    if (reason !== undefined) refusals.push(`entries[${index}]: ${reason}`);
    else if ("entry" in read) entries.set(read.entry.identifier, read.entry);
    yield;
  }
  return { entries: [...entries.values()], refusals };
}

function refusalOf(
  entry: CatalogEntry,
  before: ReadonlyMap<string, CatalogEntry>,
  { host, ownDomains, unsafe }: ManifestRules,
): string | undefined {
  const publisher = domainOf(entry.identifier);
  if (ownDomains.has(publisher)) return `${entry.identifier} claims ${publisher}, which is this registry's own domain`;
  if (!publishersAt(host).includes(publisher)) {
    return `${entry.identifier} belongs to ${publisher}, but the manifest is at ${host}`;
  }
  if (before.has(entry.identifier)) return `${entry.identifier} appears more than once in the manifest`;
  return unsafe(entry);
}

/** Exactly the host, or the host without `www.`: a parent domain may be someone else's altogether. */
const publishersAt = (host: string): readonly string[] => [host, publisherAt(host)];

/** What the source's publisher is called. */
export const publisherAt = (host: string): string => host.replace(/^www\./, "");

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MAX_REASONS = 3;
const MAX_REASON_LENGTH = 400;

/** How many were refused and why, as far as an admin will read; null: none. */
export function tellRefusals(refusals: readonly string[], total: number): string | null {
  if (refusals.length === 0) return null;
  const reasons = refusals.slice(0, MAX_REASONS).map((reason) => reason.slice(0, MAX_REASON_LENGTH));
  const more = refusals.length > MAX_REASONS ? `; and ${refusals.length - MAX_REASONS} more` : "";
  return `${refusals.length} of ${total} entries were rejected. ${reasons.join("; ")}${more}.`;
}
