import { MAX_FEEDS } from "@tackroom/contract";
import type { Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { countLiveFeeds } from "./feed-store.js";

/** Refuses one more feed that answers. The account is locked, so that two at the same moment count each other. */
export async function requireRoom(tx: Tx, userId: string): Promise<void> {
  if ((await countLiveFeeds(tx, userId)) < MAX_FEEDS) return;
  throw new ServiceError("conflict", `You have reached the limit of ${MAX_FEEDS} feeds. Revoke one first.`);
}
