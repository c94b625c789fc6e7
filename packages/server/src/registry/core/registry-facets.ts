import { FACET_GROUPS, ITEM_KINDS, type Facet, type FacetGroup, type ItemKind } from "@tackroom/contract";
import { ANY_HARNESS, worksInFacets } from "./common-facets.js";

/** What is counted of an item. */
export interface Countable {
  readonly kind: ItemKind;
  readonly namespace: string;
  /** As stored with the item: `tag:mail`, `risk:none`. */
  readonly facets: readonly string[];
}

/** One value of each group, as in `Countable`; a kind for the type. */
export type Chosen = Readonly<Partial<Record<FacetGroup, string>>>;

export interface FacetCounts {
  /** How many pass every chosen value. */
  readonly total: number;
  readonly facets: Readonly<Record<FacetGroup, readonly Facet[]>>;
}

const MAX_VALUES = 20;

/** Those of the groups whose chosen value the item does not have. */
function missedGroups(item: Countable, chosen: Chosen): FacetGroup[] {
  return FACET_GROUPS.filter((group) => {
    const value = chosen[group];
    return value !== undefined && !has(item, group, value);
  });
}

export const passesChosen = (item: Countable, chosen: Chosen): boolean => missedGroups(item, chosen).length === 0;

function has(item: Countable, group: FacetGroup, value: string): boolean {
  if (group === "type") return item.kind === value;
  if (group === "namespace") return item.namespace === value;
  const wanted = group === "harness" ? worksInFacets(value) : [`${group}:${value}`];
  return wanted.some((facet) => item.facets.includes(facet));
}

/**
 * Choosing a value replaces the chosen one of its group. So an item counts for a group if it passes the chosen values of
 * all others: with one it misses, it counts for that group only.
 */
export function countFacets(items: Iterable<Countable>, chosen: Chosen): FacetCounts {
  const counts = new Map(FACET_GROUPS.map((group) => [group, new Map<string, number>()]));
  let total = 0;
  for (const item of items) {
    const missed = missedGroups(item, chosen);
    if (missed.length === 0) total += 1;
    const countsFor = missed.length === 0 ? FACET_GROUPS : missed.length === 1 ? missed : [];
    for (const group of countsFor) {
      const values = counts.get(group) as Map<string, number>;
      for (const value of valuesOf(item, group)) values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  const shown = FACET_GROUPS.map((group) => [group, shownValues(group, counts.get(group) ?? new Map(), chosen[group])]);
  return { total, facets: Object.fromEntries(shown) as FacetCounts["facets"] };
}

function valuesOf(item: Countable, group: FacetGroup): string[] {
  if (group === "type") return [item.kind];
  if (group === "namespace") return [item.namespace];
  const prefix = `${group}:`;
  return item.facets.flatMap((facet) => (facet.startsWith(prefix) ? [facet.slice(prefix.length)] : []));
}

/** The most frequent values, and the chosen one even if nothing has it. */
function shownValues(group: FacetGroup, counts: ReadonlyMap<string, number>, chosen: string | undefined): Facet[] {
  const inAny = group === "harness" ? (counts.get(ANY_HARNESS) ?? 0) : 0;
  const named = new Set([...counts.keys(), ...(chosen === undefined ? [] : [chosen])]);
  if (group === "type") for (const kind of ITEM_KINDS) named.add(kind);
  if (group === "harness") named.delete(ANY_HARNESS);
  named.delete("");
  const all = [...named]
    .map((value) => ({ value, count: (counts.get(value) ?? 0) + inAny }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return all.filter(({ value }, place) => place < MAX_VALUES || value === chosen);
}
