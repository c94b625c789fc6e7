import type { AlertFiring } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { describeFiring } from "./describe-alert.js";
import { findOwnRule } from "./find-rule.js";
import { listFirings } from "./firing-store.js";

/** `GET /alerts/{id}/history` */
export async function listAlertHistory(
  { db }: AlertDeps,
  { id, ...wanted }: { readonly id: string; readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<AlertFiring[]>> {
  const rule = await findOwnRule(db, id, caller);
  const { items, total } = await listFirings(db, rule.id, wanted);
  return page({ items: items.map(describeFiring), total }, wanted, call.url);
}
