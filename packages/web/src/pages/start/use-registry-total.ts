import { useCall } from "../../api/queries.js";

/** The number of items of all kinds that are visible to the user. */
export function useRegistryTotal(): number {
  return useCall("listEntries", { query: { pageSize: 1 } }).data?.total ?? 0;
}
