import { Type } from "typebox";
import { job } from "../platform/jobs/index.js";
import type { Db } from "../platform/relational/tx.js";
import { deleteExpiredDevices } from "./stores/device-store.js";
import { deleteExpiredFlows } from "./stores/sso-store.js";
import { deleteExpiredResets } from "./stores/password-reset-store.js";
import { deleteExpiredFamilies, deleteUsedTokens } from "./stores/token-store.js";

/** What has expired is refused anyway; this only keeps the tables small. */
export const removeExpired = job({
  name: "auth.remove-expired",
  payload: Type.Object({}),
  retryAfterSeconds: [60],
  timeoutSeconds: 300,
  cron: "17 * * * *",
  run: async ({ db }: { readonly db: Db }) => {
    await deleteExpiredFamilies(db);
    await deleteUsedTokens(db);
    await deleteExpiredResets(db);
    await deleteExpiredDevices(db);
    await deleteExpiredFlows(db);
  },
});
