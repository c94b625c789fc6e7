import type { ArdSource } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { describeSource } from "./describe-source.js";
import { listSources } from "./source-store.js";

export async function listArdSources(
  { db }: { readonly db: Db },
  query: { readonly limit: number; readonly offset: number },
  { call }: CallContext,
): Promise<Answer<ArdSource[]>> {
  const { items, total } = await listSources(db, query);
  return page({ items: items.map(describeSource), total }, query, call.url);
}
