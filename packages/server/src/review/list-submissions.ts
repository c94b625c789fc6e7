import { ITEM_KINDS, type ItemKind, type Submission } from "@tackroom/contract";
import { page, pageOrWhole, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { kindOf, listPending, loadViewer, noteItemList } from "../registry/index.js";
import { describeSubmissions } from "./describe-submission.js";

export interface QueueQuery {
  readonly team_id?: string;
  readonly type?: ItemKind;
  readonly tab?: "agents" | "components";
  readonly waiting_for?: "reviewers" | "authors";
  readonly batch_id?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** `GET /review`: what waits, newest first; of one import, the riskiest first. */
export async function listSubmissions(
  { db }: { readonly db: Db },
  query: QueueQuery,
  { caller, call }: CallContext,
): Promise<Answer<Submission[]>> {
  const viewer = await loadViewer(db, caller);
  const kinds = ITEM_KINDS.filter((kind) => fits(kind, query));
  const asked = pageOrWhole(query);
  const isReturned = query.waiting_for && query.waiting_for === "authors";
  const filter = {
    kinds,
    withPrompt: kinds.filter(isComposed),
    teamId: query.team_id,
    batchId: query.batch_id,
    isReturned,
    ...asked,
  };
  const { items, total } = await listPending(db, viewer, filter);
  noteItemList(
    viewer,
    query.type ?? "item",
    items.map(({ item }) => item),
  );
  return page({ items: await describeSubmissions(db, viewer, items), total }, asked, call.url);
}

const isComposed = (kind: ItemKind): boolean => kindOf(kind).components !== undefined;

function fits(kind: ItemKind, { type, tab }: QueueQuery): boolean {
  return (type === undefined || type === kind) && (tab === undefined || (tab === "agents") === isComposed(kind));
}
