import { useCall } from "./queries.js";

const REFETCH_EVERY_MS = 60_000;

/** How many notifications the user has not read; undefined while unknown. */
export const useUnreadCount = (): number | undefined =>
  useCall("listInbox", { query: { unread: true, limit: 1, offset: 0 } }, { refetchEveryMs: REFETCH_EVERY_MS }).data
    ?.unread_count;
