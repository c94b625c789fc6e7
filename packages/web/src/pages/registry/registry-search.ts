import type { FacetGroup, RegistrySort, RiskLevel } from "@tackroom/contract";
import { isItemType, type ItemType } from "../../api/kinds.js";
import type { SearchParams } from "../../ui/forms/search-text.js";

export const STATUSES = ["approved", "mine", "draft", "pending", "rejected", "archived"] as const;
export type StatusChoice = (typeof STATUSES)[number];

/** In the order in which they are offered. Relevance is only offered while something is searched for. */
export const SORTS = ["relevance", "installs", "rating", "updated", "name"] as const satisfies readonly RegistrySort[];
export const RISKS = ["none", "low", "medium", "high"] as const satisfies readonly RiskLevel[];

/** Filters with a list of values beside the results. */
export const FACETS = ["harness", "risk", "namespace", "category", "tag"] as const satisfies readonly FacetGroup[];
export type FacetName = (typeof FACETS)[number];

/** The state of the registry page, kept in the URL so that it can be shared. Empty texts: any. */
export interface RegistrySearch extends Readonly<Record<FacetName, string>> {
  readonly q: string;
  readonly type: ItemType | undefined;
  /** Undefined: by relevance with words, by installs without. */
  readonly sort: RegistrySort | undefined;
  readonly status: StatusChoice;
  readonly offset: number;
}

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, 500) : "");

/** Parses any input from the address bar. */
export function readRegistrySearch(raw: Readonly<Record<string, unknown>>): RegistrySearch {
  const offset = Number(raw["offset"]);
  return {
    q: text(raw["q"]),
    type: isItemType(raw["type"]) ? raw["type"] : undefined,
    harness: text(raw["harness"]),
    risk: RISKS.find((level) => level === raw["risk"]) ?? "",
    namespace: text(raw["namespace"]),
    category: text(raw["category"]),
    tag: text(raw["tag"]),
    sort: SORTS.find((sort) => sort === raw["sort"]),
    status: STATUSES.find((status) => status === raw["status"]) ?? "approved",
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** The shortest URL for it: defaults are omitted. */
export function writeRegistrySearch({ q, type, sort, status, offset, ...facets }: RegistrySearch): SearchParams {
  return {
    ...(q === "" ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...chosenFacets(facets),
    ...(sort === undefined ? {} : { sort }),
    ...(status === "approved" ? {} : { status }),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  };
}

/** Those that narrow the list. */
export const chosenFacets = (search: Readonly<Record<FacetName, string>>): Partial<Record<FacetName, string>> =>
  Object.fromEntries(FACETS.flatMap((name) => (search[name] === "" ? [] : [[name, search[name]]])));

export const NO_FACETS = { harness: "", risk: "", namespace: "", category: "", tag: "" } as const;
