import type { ApiKey, ListKeysQuery } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { listKeysOf } from "../stores/api-key-store.js";

export async function listKeys(
  { db }: { readonly db: Db },
  query: ListKeysQuery,
  { caller, call }: CallContext,
): Promise<Answer<ApiKey[]>> {
  return page(await listKeysOf(db, caller.userId, query), query, call.url);
}
