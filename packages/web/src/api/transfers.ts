import type { UseQueryResult } from "@tanstack/react-query";
import type { OwnershipTransfer } from "@tackroom/contract";
import type { Listed } from "./client.js";
import type { ApiProblem } from "./problem.js";
import { useList } from "./queries.js";

export type { OwnershipTransfer };
type Transfers = UseQueryResult<Listed<OwnershipTransfer>, ApiProblem>;

/** The most that the server lists at once. */
const LIMIT = 200;
const REFETCH_EVERY_MS = 60_000;

/** The items that this person is offered. The navigation counts them, so they are there before most pages are. */
export const useIncomingTransfers = (): Transfers =>
  useList("listTransfers", { query: { direction: "incoming", limit: LIMIT } }, { refetchEveryMs: REFETCH_EVERY_MS });

/** The items that this person offers. */
export const useOutgoingTransfers = (enabled = true): Transfers =>
  useList("listTransfers", { query: { direction: "outgoing", limit: LIMIT } }, { enabled });

/** Whether a page should wait for them with what they would push down; not longer than until a call fails. */
export const isAwaited = ({ isLoading, failureCount }: Transfers): boolean => isLoading && failureCount === 0;
