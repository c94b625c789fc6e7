import { roleSuffices } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { ServiceError } from "../platform/service-error.js";
import { findRule, lockRule, type Rule } from "./rule-store.js";

/** A rule that the caller may see: their own, or anybody's for admins, whose reads are recorded. */
export async function findOwnRule(db: Db, id: string, caller: Caller): Promise<Rule> {
  const rule = requireOwn(await findRule(db, id), id, caller);
  if (rule.created_by !== caller.userId) {
    caller.notePrivilegedRead({
      resourceType: "alert",
      resourceId: rule.id,
      resourceName: rule.name,
      detail: { user_id: rule.created_by },
    });
  }
  return rule;
}

/** The same, locked until the transaction ends. */
export async function lockOwnRule(tx: Tx, id: string, caller: Caller): Promise<Rule> {
  return requireOwn(await lockRule(tx, id), id, caller);
}

function requireOwn(rule: Rule | undefined, id: string, caller: Caller): Rule {
  if (!rule) throw new ServiceError("not_found", `The alert rule ${id} was not found.`);
  if (rule.created_by === caller.userId || seesAllRules(caller)) return rule;
  throw new ServiceError(
    "forbidden",
    "Permission denied: only the user who created this alert rule and admins can do this.",
  );
}

export const seesAllRules = ({ role }: Pick<Caller, "role">): boolean => roleSuffices(role, "admin");
