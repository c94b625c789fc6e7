import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import type { Db } from "../platform/relational/tx.js";
import { deleteEntriesBefore } from "./inbox-store.js";
import { sendDigest, type DigestDeps } from "./send-digest.js";

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Nobody looks for last year's notifications; what they were about has its own history. */
export const removeOldNotifications = job({
  name: "inbox.remove-old",
  payload: Type.Object({}),
  retryAfterSeconds: [60, 600],
  timeoutSeconds: 300,
  cron: "47 3 * * *",
  run: ({ db }: { readonly db: Db }) => deleteEntriesBefore(db, new Date(Date.now() - KEPT_MS)),
});

/** In the morning of the office whose clock is UTC. What could not be delivered by the last attempt is delivered on the next day, before that day's digest. */
export const sendInboxDigest = job({
  name: "inbox.send-digest",
  payload: Type.Object({}),
  retryAfterSeconds: [60, 600, 3600],
  timeoutSeconds: 900,
  cron: "0 7 * * *",
  run: (deps: DigestDeps) => sendDigest(deps),
});
