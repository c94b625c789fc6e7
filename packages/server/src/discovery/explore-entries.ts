import { ExploreRequest, readFilterTerm, type ExploreReply } from "@tackroom/contract";
import { checkInput, type CallContext, type Caller } from "../platform/http/index.js";
import { fieldErrors, ServiceError } from "../platform/service-error.js";
import type { KnownEntry } from "./core/known-entry.js";
import { fits, readFilter, valuesOf } from "./core/search-filter.js";
import type { DiscoveryDeps } from "./discovery-deps.js";
import { publisherOf } from "./publisher.js";
import { whoAsks } from "../registry/index.js";
import { mayFind } from "./may-find.js";

type FacetRequest = ExploreRequest["resultType"]["facets"][number];

const check = checkInput(ExploreRequest, "body");

/** `POST /ard/explore`: how many of what a search would find are of each type, tag … */
export async function exploreEntries(
  deps: DiscoveryDeps,
  body: unknown,
  { caller }: CallContext<Caller | null>,
): Promise<ExploreReply> {
  const { settings } = deps;
  // Before anything is said about the request: what is switched off has no rules.
  if (!settings.get("discovery.explore_enabled")) {
    throw new ServiceError(
      "not_implemented",
      "Explore is disabled. An admin can enable it with discovery.explore_enabled.",
    );
  }
  const { query = {}, resultType } = check(body);
  const entries = await matching(deps, query, caller);
  const { domain } = publisherOf(settings);
  const facets = resultType.facets.map((facet) => [facet.field, countValues(entries, facet, domain)]);
  return { resultType: "facets", facets: Object.fromEntries(facets) };
}

async function matching(
  deps: DiscoveryDeps,
  { text, filter: given }: NonNullable<ExploreRequest["query"]>,
  caller: Caller | null,
): Promise<KnownEntry[]> {
  const read = readFilter(given);
  if ("errors" in read) throw fieldErrors(read.errors);
  const viewer = await whoAsks(deps, caller);
  if (!viewer) return [];
  const [isTheirs, isAsked] = [mayFind(viewer), fits(read.filter, publisherOf(deps.settings).domain)];
  const passes = (entry: KnownEntry): boolean => isAsked(entry) && isTheirs(entry);
  if (text === undefined) return deps.index.list(passes);
  return (await deps.index.search(deps.index.begin(text), passes)).hits.map(({ item }) => item);
}

function countValues(entries: readonly KnownEntry[], { field, limit, minCount }: FacetRequest, domain: string) {
  const term = readFilterTerm(field) ?? "type";
  const counts = new Map<string, number>();
  for (const entry of entries) {
    for (const value of new Set(valuesOf(entry, term, domain))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const ordered = Array.from(counts, ([value, count]) => ({ value, count })).toSorted(
    (a, b) => b.count - a.count || (a.value < b.value ? -1 : 1),
  );
  const buckets = ordered.filter(({ count }) => count >= minCount).slice(0, limit);
  const total = ordered.reduce((sum, { count }) => sum + count, 0);
  return { buckets, otherCount: total - buckets.reduce((sum, { count }) => sum + count, 0) };
}
