import { roleSuffices } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { loadViewer, type Item } from "../registry/index.js";
import { findSubmission, type ReviewUpdate } from "../review/index.js";
import { noteSessionRead, type SessionUpdate, type TelemetryDeps } from "../telemetry/index.js";
import { readName } from "./arguments.js";
import type { Context, GraphqlDeps } from "./context.js";
import { sessionNode } from "./sessions.js";
import { createSharedWork } from "./shared-work.js";
import { mapUpdates, openUpdateQueue } from "./update-queue.js";

/** What `Subscription` has: for each field the events, as the roots that they are shown from. */
export function subscriptionRoot({ telemetry, reviews }: GraphqlDeps) {
  const rootOf = createSharedWork<object>();
  const mayHear = createSharedWork<Promise<boolean>>();
  const { db } = telemetry;

  return {
    async sessionUpdated({ sessionId }: { readonly sessionId?: string | null }, { caller, onOverflow }: Context) {
      const named = sessionId === null || sessionId === undefined ? undefined : readName("sessionId", sessionId);
      const hearsAll = roleSuffices(caller.role, "admin");
      // Nobody looks whose it is: a session of someone else stays as silent as one that nobody has begun.
      const updates = openUpdateQueue<SessionUpdate>({
        subscribe: (push) =>
          telemetry.updates.subscribe(hearsAll ? null : caller.userId, (update) => {
            if (named === undefined || update.sessionId === named) push(update);
          }),
        kindOf: ({ key, eventName }) => `${key} ${eventName}`,
        onOverflow,
      });
      return mapUpdates(updates, (update) => {
        noteSessionRead(caller, update);
        return rootOf(update, "", () => ({ sessionUpdated: sessionEvent(telemetry, update) }));
      });
    },
    async reviewUpdated({ listingId }: { readonly listingId?: string | null }, { caller, onOverflow }: Context) {
      const item = listingId === null || listingId === undefined ? undefined : await findListing(db, listingId, caller);
      const updates = openUpdateQueue<ReviewUpdate>({
        subscribe: (push) =>
          reviews.subscribe((update) => {
            if (item === undefined || update.listingId === item.id) push(update);
          }),
        kindOf: ({ listingId: id, action }) => `${id} ${action}`,
        onOverflow,
      });
      return mapUpdates(updates, async (update) => {
        const whose = `${caller.userId} ${caller.role}`;
        const isTheirs = await mayHear(update, whose, async () => {
          const found = await findListing(db, update.listingId, caller).catch(unlessForbidden);
          return found !== undefined;
        });
        return isTheirs ? rootOf(update, "", () => ({ reviewUpdated: update })) : undefined;
      });
    },
  };
}

/** The session is read when it is asked for, once for all who do. */
function sessionEvent(telemetry: TelemetryDeps, { key, ...update }: SessionUpdate) {
  let found: Promise<object | undefined> | undefined;
  const read = async (): Promise<object | undefined> => {
    const row = await telemetry.sessionLocks.find(key);
    return row && sessionNode(telemetry, row);
  };
  return { ...update, session: () => (found ??= read()) };
}

/** Decisions on an item are for the reviewers who can see it, and for its owners. */
async function findListing(db: GraphqlDeps["telemetry"]["db"], id: string, caller: Caller): Promise<Item> {
  // That an item was approved or rejected is all they hear, so nothing of the item is read.
  const viewer = await loadViewer(db, { ...caller, notePrivilegedRead: () => undefined });
  const item = await findSubmission(db, viewer, readName("listingId", id)).catch(unlessNotFound);
  if (item && (item.is_owned || roleSuffices(caller.role, "reviewer"))) return item;
  throw new ServiceError(
    "forbidden",
    `You are neither a reviewer nor an owner of ${id}. Check the ID, or ask its owner.`,
  );
}

const unless =
  (code: ServiceError["code"]) =>
  (error: unknown): undefined => {
    if (error instanceof ServiceError && error.code === code) return undefined;
    throw error;
  };
const unlessNotFound = unless("not_found");
const unlessForbidden = unless("forbidden");
