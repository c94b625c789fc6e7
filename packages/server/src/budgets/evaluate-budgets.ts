import { BUDGET_LEVELS, type BudgetLevel } from "@tackroom/contract";
import { recordSystemEvent } from "../audit/index.js";
import { findUser, type Account } from "../auth/index.js";
import { notify } from "../inbox/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { ownersOf } from "../teams/index.js";
import type { EvaluationDeps } from "./budget-deps.js";
import { maySet } from "./budget-rights.js";
import { insertWarnings, listActiveBudgets, lockBudget, warnedLevels, type StoredBudget } from "./budget-store.js";
import { periodAt, type PeriodBounds } from "./core/period.js";
import { reachedLevels } from "./core/spending.js";
import { warningText } from "./core/warning-text.js";
import { lockPeople } from "./lock-people.js";
import { spendingOf } from "./spending-of.js";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const BUDGETS_AT_ONCE = 100;

/** What is spent in the last minutes of a period arrives after its end. */
const LATE_BY_MS = 15 * 60 * 1000;

/** Warns of the levels that active budgets have reached. One that cannot be evaluated does not keep the others from it. */
export async function evaluateBudgets(deps: EvaluationDeps, now: Date): Promise<void> {
  const failures: unknown[] = [];
  let budgets: StoredBudget[] = [];
  do {
    budgets = await listActiveBudgets(deps.db, budgets.at(-1)?.id ?? FIRST_ID, BUDGETS_AT_ONCE);
    for (const budget of budgets) {
      await evaluateBudget(deps, budget, now).catch((error: unknown) => void failures.push(error));
    }
  } while (budgets.length === BUDGETS_AT_ONCE);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} budgets could not be evaluated`);
}

async function evaluateBudget(deps: EvaluationDeps, budget: StoredBudget, now: Date): Promise<void> {
  const creator = budget.created_by === null ? undefined : await findUser(deps.db, budget.created_by);
  if (!creator?.is_active) return;
  const [late, current] = [periodAt(budget.period, new Date(now.getTime() - LATE_BY_MS)), periodAt(budget.period, now)];
  if (late.end <= now && budget.created_at < late.end) await evaluatePeriod(deps, budget, creator, late);
  await evaluatePeriod(deps, budget, creator, current);
}

async function evaluatePeriod(
  deps: EvaluationDeps,
  budget: StoredBudget,
  creator: Account,
  bounds: PeriodBounds,
): Promise<void> {
  const warned = await warnedLevels(deps.db, budget.id, bounds.start);
  if (BUDGET_LEVELS.every((level) => warned.includes(level))) return;
  const { usd } = await spendingOf(deps, budget, bounds);
  if (reachedLevels(usd, budget.amount_usd).every((level) => warned.includes(level))) return;
  await deps.transaction((tx) => warn(tx, { before: budget, creator, bounds, spent: usd }));
}

interface Reached {
  readonly before: StoredBudget;
  readonly creator: Account;
  readonly bounds: PeriodBounds;
  readonly spent: number;
}

/** Under the lock of the budget, which may have been changed or deleted while its spending was added up. */
async function warn(tx: Tx, { before, creator, bounds, spent }: Reached): Promise<void> {
  const recipients = await lockRecipients(tx, before, creator);
  const budget = await lockBudget(tx, before.id);
  if (budget?.status !== "active" || recipients.length === 0) return;
  const reached = reachedLevels(spent, budget.amount_usd);
  if (reached.length === 0) return;
  const { id } = budget;
  const added = await insertWarnings(tx, { budget_id: id, period_start: bounds.start }, reached);
  if (added.length === 0) return;
  // Several at once are told as the highest.
  const level = Math.max(...added) as BudgetLevel;
  const { name, amount_usd: amount, period } = budget;
  await notify(tx, {
    userIds: recipients,
    kind: "budget.warning",
    ...warningText({ name, level, spent, amount, period, bounds }),
    path: "/budgets",
    dedupeKey: `budget:${id}:${bounds.start.toISOString()}:${level}`,
  });
  await recordSystemEvent(tx, {
    action: "budget.warning",
    sensitivity: "low",
    resourceType: "budget",
    resourceId: id,
    resourceName: name,
    detail: { level, period_start: bounds.start.toISOString(), spent_usd: spent, amount_usd: amount },
  });
}

/**
 * Its creator while they may still set it, the person it is about, or the owners of the team. None when the creator has just
 * been deactivated or got another role: what was added up may be more than they see now, so the next run decides.
 */
async function lockRecipients(tx: Tx, budget: StoredBudget, before: Account): Promise<string[]> {
  const others = [
    ...(budget.user_id === null ? [] : [budget.user_id]),
    ...(budget.team_id === null ? [] : await ownersOf(tx, budget.team_id)),
  ];
  const active = (await lockPeople(tx, [before.id, ...others])).filter(({ is_active }) => is_active);
  const creator = active.find(({ id }) => id === before.id);
  if (creator?.role !== before.role) return [];
  const mayKnow = await maySet(tx, { userId: creator.id, role: creator.role }, budget);
  return active.map(({ id }) => id).filter((id) => others.includes(id) || (mayKnow && id === creator.id));
}
