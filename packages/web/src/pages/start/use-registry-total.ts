import { useCall } from "../../api/queries.js";

/** How many items of all kinds this person sees. */
export function useRegistryTotal(): number {
  return useCall("listEntries", { query: { pageSize: 1 } }).data?.total ?? 0;
}
