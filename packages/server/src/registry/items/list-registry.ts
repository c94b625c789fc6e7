import {
  ITEM_KINDS,
  KINDS,
  typeOfKind,
  type FacetGroup,
  type ItemKind,
  type ItemType,
  type RegistryList,
  type RegistrySort,
  type RiskLevel,
} from "@tackroom/contract";
import type { Caller, CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { requireHarness } from "../access/require-harness.js";
import { whoAsks, type WhoAsksDeps } from "../access/who-asks.js";
import { riskFacet, tagFacet, tagValue } from "../core/common-facets.js";
import { countFacets, passesChosen, type Chosen, type FacetCounts } from "../core/registry-facets.js";
import type { ItemSearch } from "../search/item-search.js";
import { countApproved, listFound } from "../stores/item-list-store.js";
import {
  listCountable,
  listRegistryIds,
  sortRegistryIds,
  type RegistryFilter,
  type StoredSort,
} from "../stores/registry-list-store.js";
import { visibleInMemory, type Viewer } from "../stores/viewer-store.js";
import { describeRegistryItems } from "./describe-registry-items.js";
import { noteListed } from "./list-items.js";

export interface ListRegistryDeps extends WhoAsksDeps {
  readonly itemSearch: ItemSearch;
}

export interface RegistryQuery {
  readonly q?: string;
  readonly type?: ItemType;
  readonly harness?: string;
  readonly risk?: RiskLevel;
  readonly namespace?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly team_id?: string;
  readonly sort?: RegistrySort;
  readonly limit: number;
  readonly offset: number;
}

interface Found {
  readonly ids: readonly string[];
  readonly counts: FacetCounts;
  readonly isCapped: boolean;
}

/** So many of what someone sees are counted by facet: a count must not cost more the more there is. */
const MAX_COUNTED = 5000;

/** `GET /registry`: one list over all kinds, and what else it could be narrowed to. */
export async function listRegistry(
  deps: ListRegistryDeps,
  query: RegistryQuery,
  { caller }: CallContext<Caller | null>,
): Promise<RegistryList> {
  const viewer = await whoAsks(deps, caller);
  if (!viewer) return replyOf([], { ids: [], counts: countFacets([], chosenIn(query)), isCapped: false });
  const text = query.q?.trim() ?? "";
  const found = await (text === "" ? list(deps.db, viewer, query) : search(deps, viewer, { ...query, text }));
  const items = await listFound(deps.db, viewer, found.ids);
  noteListed(viewer, "item", items);
  return replyOf(await describeRegistryItems(deps.db, viewer, items), found);
}

const replyOf = (items: RegistryList["items"], { counts, isCapped }: Found): RegistryList => ({
  items,
  total: counts.total,
  facets: { ...counts.facets, type: counts.facets.type.map(inWireTypes) } as RegistryList["facets"],
  counts_capped: isCapped,
});

const inWireTypes = ({ value, count }: { readonly value: string; readonly count: number }) => ({
  value: typeOfKind(value as ItemKind),
  count,
});

function chosenIn({ type, harness, risk, namespace, category, tag }: RegistryQuery): Chosen {
  const chosen: Readonly<Record<FacetGroup, string | undefined>> = {
    type: type && KINDS[type].kind,
    harness: harness && requireHarness(harness, "query.harness"),
    risk,
    namespace,
    category,
    tag: tag && tagValue(tag),
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}

function filterOf(chosen: Chosen, teamId: string | undefined): Omit<RegistryFilter, "kinds"> {
  const { harness, risk, namespace, category, tag } = chosen;
  return {
    facets: [
      ...(risk === undefined ? [] : [riskFacet(risk as RiskLevel)]),
      ...(category === undefined ? [] : [`category:${category}`]),
      ...(tag === undefined ? [] : [tagFacet(tag)]),
    ],
    harness,
    namespace,
    teamId,
  };
}

/** The search ranks all that the viewer sees, and filters come after it, so that counts and rows are of the same results. */
async function search(
  { db, itemSearch }: ListRegistryDeps,
  viewer: Viewer,
  query: RegistryQuery & { readonly text: string },
): Promise<Found> {
  const { sort = "relevance", limit, offset, team_id: teamId } = query;
  const [isVisible, chosen] = [visibleInMemory(viewer), chosenIn(query)];
  const ranked = await itemSearch.rank(
    query.text,
    (item) =>
      item.kind !== null && item.isListed && (teamId === undefined || item.teamId === teamId) && isVisible(item),
  );
  const countable = ranked.flatMap(({ kind, ...item }) => (kind === null ? [] : [{ ...item, kind }]));
  const ids = countable.filter((item) => passesChosen(item, chosen)).map(({ id }) => id);
  return {
    ids:
      sort === "relevance"
        ? ids.slice(offset, offset + limit)
        : await sortRegistryIds(db, ids, { sort, limit, offset }),
    counts: countFacets(countable, chosen),
    isCapped: false,
  };
}

async function list(db: Db, viewer: Viewer, query: RegistryQuery): Promise<Found> {
  const { limit, offset, team_id: teamId } = query;
  const sort: StoredSort = query.sort === undefined || query.sort === "relevance" ? "installs" : query.sort;
  const chosen = chosenIn(query);
  const filter = filterOf(chosen, teamId);
  const kinds = ITEM_KINDS.filter((kind) => chosen.type === undefined || kind === chosen.type);
  const ids = await listRegistryIds(db, viewer, { ...filter, kinds }, { sort, limit, offset });
  const rows = await listCountable(db, viewer, ITEM_KINDS, MAX_COUNTED + 1);
  const counts = countFacets(
    rows.filter((row) => teamId === undefined || row.teamId === teamId),
    chosen,
  );
  const isCapped = rows.length > MAX_COUNTED;
  return { ids, counts: isCapped ? await withKeptCounts(db, viewer, { counts, chosen, filter }) : counts, isCapped };
}

interface Capped {
  readonly counts: FacetCounts;
  readonly chosen: Chosen;
  readonly filter: Omit<RegistryFilter, "kinds">;
}

/** Of each kind there are counts that are kept as items change, so that a page knows its total however much there is. */
async function withKeptCounts(db: Db, viewer: Viewer, { counts, chosen, filter }: Capped): Promise<FacetCounts> {
  const type: { value: ItemKind; count: number }[] = [];
  for (const kind of ITEM_KINDS)
    type.push({ value: kind, count: await countApproved(db, viewer, { ...filter, kind }) });
  const shown = type.filter(({ value }) => chosen.type === undefined || value === chosen.type);
  return { total: shown.reduce((sum, { count }) => sum + count, 0), facets: { ...counts.facets, type } };
}
