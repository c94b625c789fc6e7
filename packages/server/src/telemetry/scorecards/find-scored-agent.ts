import type { CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { findItem, loadViewer, noteItemRead, requireOwner, type Item } from "../../registry/index.js";

/** An agent whose scorecard the caller may see: what its sessions say about it concerns those who can change it. */
export async function findScoredAgent(db: Db, id: string, { caller }: Pick<CallContext, "caller">): Promise<Item> {
  const viewer = await loadViewer(db, caller);
  const item = await findItem(db, viewer, "agent", id);
  requireOwner(item);
  noteItemRead(viewer, item, "its scorecard");
  return item;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The beginning of the last days. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
