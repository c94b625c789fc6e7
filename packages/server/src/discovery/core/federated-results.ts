import { domainOf, readCatalogEntry, type CatalogEntry } from "./catalog-entry.js";
import { externalEntry, type ExternalEntry } from "./external-entry.js";

/** What another registry found. */
export interface FederatedResult {
  readonly entry: ExternalEntry;
  /** Its own, on our scale: 100 is an exact name here, which only we can tell. */
  readonly score: number;
  /** The base address of the registry that answered. */
  readonly source: string;
}

export interface ResultRules {
  readonly source: string;
  /** Another registry does not tell us what is ours. */
  readonly ownDomains: ReadonlySet<string>;
  readonly isUnsafe: (entry: CatalogEntry) => boolean;
}

const MAX_RESULTS = 100;

/** Undefined when the answer is none to a search; a result that is none is left out. */
export function readFederatedResults(answer: unknown, rules: ResultRules): FederatedResult[] | undefined {
  const results: unknown = isRecord(answer) ? answer["results"] : undefined;
  if (!Array.isArray(results)) return undefined;
  const found = new Map<string, FederatedResult>();
  for (const value of results.slice(0, MAX_RESULTS) as readonly unknown[]) {
    const result = readResult(value, rules);
    if (result && !found.has(result.entry.identifier)) found.set(result.entry.identifier, result);
  }
  return [...found.values()];
}

function readResult(value: unknown, { source, ownDomains, isUnsafe }: ResultRules): FederatedResult | undefined {
  const read = readCatalogEntry(value);
  const score: unknown = isRecord(value) ? value["score"] : undefined;
  if ("reason" in read || typeof score !== "number" || !Number.isFinite(score)) return undefined;
  const { entry } = read;
  if (ownDomains.has(domainOf(entry.identifier)) || isUnsafe(entry)) return undefined;
  return { entry: externalEntry(entry), score: Math.min(99, Math.max(1, Math.round(score))), source };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
