import { useList } from "./queries.js";
import { mayActAs, useUser } from "./session.js";

const REFETCH_EVERY_MS = 60_000;

/** How many submissions wait for a reviewer; undefined while unknown, and for users who may not review. */
export function useWaitingSubmissions(): number | undefined {
  const enabled = mayActAs(useUser(), "reviewer");
  const query = { waiting_for: "reviewers", limit: 1, offset: 0 } as const;
  return useList("listSubmissions", { query }, { enabled, refetchEveryMs: REFETCH_EVERY_MS }).data?.total;
}
