import type { AlertRule } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { describeAlert } from "./describe-alert.js";
import { findOwnRule } from "./find-rule.js";

/** `GET /alerts/{id}` */
export async function getAlert(
  { db }: AlertDeps,
  { id }: { readonly id: string },
  { caller }: CallContext,
): Promise<AlertRule> {
  return describeAlert(db, await findOwnRule(db, id, caller), caller);
}
