import type { ArdList, ArdListQuery } from "@tackroom/contract";
import type { CallContext, Caller } from "../platform/http/index.js";
import { fieldError } from "../platform/service-error.js";
import { findEntryRows, keepBest, noteEntries, whoAsks } from "../registry/index.js";
import {
  byListPlace,
  listPlace,
  ORDER_FIELDS,
  readListOrder,
  type ListOrder,
  type ListPlace,
} from "./core/entry-order.js";
import type { KnownEntry } from "./core/known-entry.js";
import { FilterProblem, readListFilter, type ListFilter } from "./core/list-filter.js";
import { describeListItem } from "./describe-entry.js";
import type { DiscoveryDeps } from "./discovery-deps.js";
import type { PageOf } from "./page-tokens.js";
import { publisherOf } from "./publisher.js";
import { mayFind } from "./may-find.js";

/** `GET /ard/agents`: what is ours, in a fixed order. */
export async function listEntries(
  deps: DiscoveryDeps,
  query: ArdListQuery,
  { caller }: CallContext<Caller | null>,
): Promise<ArdList> {
  const { db, settings, index, pageTokens } = deps;
  const publisher = publisherOf(settings);
  const [isAsked, order] = [requireFilter(query.filter, publisher.domain), requireOrder(query.orderBy)];
  const pageOf: PageOf = { list: "list", caller: caller?.userId ?? null, question: [query.filter ?? "", order] };
  const after = query.pageToken === undefined ? undefined : pageTokens.read(pageOf, query.pageToken, "query.pageToken");
  const viewer = await whoAsks(deps, caller);
  if (!viewer) return { items: [], total: 0 };

  const isTheirs = mayFind(viewer);
  const found = await index.list((entry) => isShown(entry) && isAsked(entry) && isTheirs(entry));
  const { page, next } = pageAfter(found, { order, size: query.pageSize, after: after as ListPlace | undefined });
  const rows = await findEntryRows(
    db,
    viewer,
    page.map(({ id }) => id),
  );
  noteEntries(viewer, "item", rows);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return {
    items: page.flatMap(({ id }) => {
      const row = rowOf.get(id);
      return row ? [describeListItem(row, publisher)] : [];
    }),
    total: found.length,
    ...(next ? { pageToken: pageTokens.write(pageOf, next) } : {}),
  };
}

const isShown = ({ kind, lifecycle }: KnownEntry): boolean => kind !== null && lifecycle !== "archived";

interface Page {
  readonly order: ListOrder;
  readonly size: number;
  readonly after: ListPlace | undefined;
}

function pageAfter(
  found: readonly KnownEntry[],
  { order, size, after }: Page,
): { page: KnownEntry[]; next: ListPlace | undefined } {
  const compare = byListPlace(order);
  const best = keepBest<{ entry: KnownEntry; place: ListPlace }>(size + 1, (a, b) => compare(a.place, b.place));
  for (const entry of found) {
    const place = listPlace(entry, order);
    if (!after || compare(place, after) > 0) best.add({ entry, place });
  }
  const first = best.end();
  const page = first.slice(0, size);
  return { page: page.map(({ entry }) => entry), next: first.length > size ? page.at(-1)?.place : undefined };
}

function requireFilter(text: string | undefined, ownDomain: string): ListFilter {
  try {
    return readListFilter(text ?? "", ownDomain);
  } catch (error) {
    if (error instanceof FilterProblem) throw fieldError("query.filter", error.message);
    throw error;
  }
}

function requireOrder(text = "displayName"): ListOrder {
  const order = readListOrder(text);
  if (order) return order;
  throw fieldError("query.orderBy", `must be one of ${ORDER_FIELDS.join(", ")}, then ASC or DESC`);
}
