import type { AlertRule } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../platform/http/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { describeAlerts } from "./describe-alert.js";
import { seesAllRules } from "./find-rule.js";
import { listRules } from "./rule-store.js";

/** `GET /alerts` */
export async function listAlerts(
  { db }: AlertDeps,
  wanted: { readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<AlertRule[]>> {
  const { items, total } = await listRules(db, seesAllRules(caller) ? null : caller.userId, wanted);
  if (items.some(({ created_by }) => created_by !== caller.userId)) {
    caller.notePrivilegedRead({ resourceType: "alert", resourceId: null, detail: { shown: "alert rules of others" } });
  }
  return page({ items: await describeAlerts(db, items, caller), total }, wanted, call.url);
}
