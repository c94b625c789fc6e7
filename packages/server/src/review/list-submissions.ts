import { ITEM_KINDS, type ItemKind, type Submission } from "@tackroom/contract";
import { page, type Answer, type Call, type Caller } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import {
  findItemsByIds,
  findVersionsByIds,
  kindOf,
  listPending,
  loadViewer,
  noteItemList,
  type Item,
} from "../registry/index.js";
import { describeSubmissions } from "./describe-submission.js";

export interface QueueQuery {
  readonly team_id?: string;
  readonly type?: ItemKind;
  readonly tab?: "agents" | "components";
  readonly limit: number;
  readonly offset: number;
}

/** `GET /review`: what waits, newest first. */
export async function listSubmissions(
  { db }: { readonly db: Db },
  query: QueueQuery,
  caller: Caller,
  call: Call,
): Promise<Answer<Submission[]>> {
  const viewer = await loadViewer(db, caller);
  const kinds = ITEM_KINDS.filter((kind) => fits(kind, query));
  const { items, total } = await listPending(db, viewer, {
    kinds,
    teamId: query.team_id,
    limit: query.limit,
    offset: query.offset,
  });
  const versions = await findVersionsByIds(
    db,
    items.map(({ version_id }) => version_id),
  );
  const found: Item[] = [];
  for (const kind of kinds)
    found.push(
      ...(await findItemsByIds(
        db,
        viewer,
        kind,
        items.map(({ item_id }) => item_id),
      )),
    );
  noteItemList(viewer, query.type ?? "item", found);
  const pending = items.flatMap(({ item_id, version_id }) => {
    const item = found.find(({ id }) => id === item_id);
    const version = versions.find(({ id }) => id === version_id);
    return item && version ? [{ item, version }] : [];
  });
  return page({ items: await describeSubmissions(db, viewer, pending), total }, query, call.url);
}

function fits(kind: ItemKind, { type, tab }: QueueQuery): boolean {
  const isComposed = kindOf(kind).components !== undefined;
  return (type === undefined || type === kind) && (tab === undefined || (tab === "agents") === isComposed);
}
