import type { UseQueryResult } from "@tanstack/react-query";
import type { OwnershipTransfer } from "@tackroom/contract";
import type { Listed } from "./client.js";
import type { ApiProblem } from "./problem.js";
import { useList } from "./queries.js";

export type { OwnershipTransfer };
type Transfers = UseQueryResult<Listed<OwnershipTransfer>, ApiProblem>;

/** The server's max page size. */
const LIMIT = 200;
const REFETCH_EVERY_MS = 60_000;

/** Transfers offered to the user. The navigation counts them, so they are usually loaded before a page. */
export const useIncomingTransfers = (): Transfers =>
  useList("listTransfers", { query: { direction: "incoming", limit: LIMIT } }, { refetchEveryMs: REFETCH_EVERY_MS });

/** Transfers offered by the user. */
export const useOutgoingTransfers = (enabled = true): Transfers =>
  useList("listTransfers", { query: { direction: "outgoing", limit: LIMIT } }, { enabled });

/** Whether a page should wait for the transfers, which would otherwise shift its content; ends when a call fails. */
export const isAwaited = ({ isLoading, failureCount }: Transfers): boolean => isLoading && failureCount === 0;
