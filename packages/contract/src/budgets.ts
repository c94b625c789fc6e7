import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { SingleLineText } from "./text.js";

/** Whose or which spending a budget is about. */
export const BUDGET_SCOPES = ["user", "team", "agent", "all"] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/** In UTC; weeks begin on Monday. */
export const BUDGET_PERIODS = ["day", "week", "month"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

export const BUDGET_STATUSES = ["active", "paused"] as const;
export type BudgetStatus = (typeof BUDGET_STATUSES)[number];

/** Percentages of the amount at which a budget warns. */
export const BUDGET_LEVELS = [80, 100] as const;
export type BudgetLevel = (typeof BUDGET_LEVELS)[number];

export const MAX_BUDGETS_PER_CREATOR = 50;
export const SHOWN_WARNINGS = 12;

const Status = Type.Enum([...BUDGET_STATUSES]);
const name = SingleLineText({ pattern: "\\S", maxLength: 200 });
const amountUsd = Type.Number({ minimum: 0.01, maximum: 1e9 });

export const BudgetWarning = Type.Object(
  {
    level: Type.Enum([...BUDGET_LEVELS], { description: "Percentage of the amount that was reached" }),
    period_start: moment,
    at: moment,
  },
  { $id: "BudgetWarning" },
);
export type BudgetWarning = Static<typeof BudgetWarning>;

export const Budget = Type.Object(
  {
    id: uuid,
    name,
    scope_type: Type.Enum([...BUDGET_SCOPES]),
    scope_id: Type.String({ description: "ID of the user, team or agent; empty for all" }),
    scope_name: nullable(
      Type.String({
        description: "Username, team handle or agent; null for all, and for an agent that the caller cannot see",
      }),
    ),
    amount_usd: amountUsd,
    period: Type.Enum([...BUDGET_PERIODS], { description: "In UTC; weeks begin on Monday" }),
    status: Status,
    created_by: nullable(Type.String({ format: "uuid", description: "Null if the account has been deleted" })),
    created_at: moment,
    period_start: moment,
    period_end: Type.String({ format: "date-time", description: "The start of the next period" }),
    spent_usd: Type.Number({ description: "In the current period, as the dashboard computes it" }),
    percent: Type.Number({ description: "Of the amount that has been spent, rounded down to one decimal" }),
    forecast_usd: nullable(
      Type.Number({ description: "At the end of the period at the present rate; null in its first 5 %" }),
    ),
    sessions_without_price: Type.Integer({
      description:
        "Sessions of the current period whose cost is not known: they used a model without a known price, or do not tell what they used. It is not counted",
    }),
    warnings: Type.Array(BudgetWarning, { description: `The latest ${SHOWN_WARNINGS}, newest first` }),
  },
  { $id: "Budget" },
);
export type Budget = Static<typeof Budget>;

const OF_BUDGETS = { module: "budgets", access: "user", params: None, query: None, body: None } as const;
const BudgetId = Type.Object({ id: uuid });
const OF_BUDGET = { ...OF_BUDGETS, params: BudgetId } as const;
const audited = { resource: "budget", sensitivity: "medium", calls: "all" } as const;
const BUDGET_ERRORS = ["unauthenticated", "forbidden", "not_found"] as const;

/** Each budget of a page has its spending added up, so a page is not as long as elsewhere. */
export const BudgetsQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});
export type BudgetsQuery = Static<typeof BudgetsQuery>;

export const listBudgets = endpoint({
  ...OF_BUDGETS,
  method: "GET",
  path: "/budgets",
  summary: "Lists the budgets for oneself, one's teams and one's agents, newest first; admins see all",
  audited: false,
  readsOthers: READS.budget,
  query: BudgetsQuery,
  reply: Type.Array(Budget),
  errors: ["unauthenticated", "validation_failed"],
});

export const CreateBudgetBody = Type.Object({
  name,
  scope_type: Type.Enum([...BUDGET_SCOPES], { default: "user" }),
  scope_id: Type.String({
    maxLength: 200,
    default: "",
    description:
      "User: ID, username or email, empty for oneself. Team: ID or handle. Agent: ID or namespace/name. Empty for all",
  }),
  amount_usd: amountUsd,
  period: Type.Enum([...BUDGET_PERIODS], { default: "month" }),
});
export type CreateBudgetBody = Static<typeof CreateBudgetBody>;

export const createBudget = endpoint({
  ...OF_BUDGETS,
  method: "POST",
  path: "/budgets",
  summary:
    "Creates a budget that warns at 80 and 100 % and blocks nothing: for oneself, a team that one owns, or an agent that one owns (over one's own sessions; an admin's is over everyone's). Admins can create any",
  audited: { ...audited, action: "budget.create" },
  body: CreateBudgetBody,
  reply: Budget,
  status: 201,
  errors: [...BUDGET_ERRORS, "conflict", "validation_failed"],
});

export const getBudget = endpoint({
  ...OF_BUDGET,
  method: "GET",
  path: "/budgets/:id",
  summary: "Returns a budget with the spending of its current period",
  audited: false,
  readsOthers: READS.budget,
  reply: Budget,
  errors: BUDGET_ERRORS,
});

export const UpdateBudgetBody = Type.Partial(Type.Object({ name, amount_usd: amountUsd, status: Status }), {
  minProperties: 1,
});
export type UpdateBudgetBody = Static<typeof UpdateBudgetBody>;

export const updateBudget = endpoint({
  ...OF_BUDGET,
  method: "PATCH",
  path: "/budgets/:id",
  summary: "Changes a budget; requires an admin, or its creator while they may create such a budget",
  audited: { ...audited, action: "budget.update" },
  body: UpdateBudgetBody,
  reply: Budget,
  errors: [...BUDGET_ERRORS, "validation_failed"],
});

export const deleteBudget = endpoint({
  ...OF_BUDGET,
  method: "DELETE",
  path: "/budgets/:id",
  summary: "Deletes a budget and its warnings; requires an admin, or its creator while they may create such a budget",
  audited: { ...audited, action: "budget.delete" },
  reply: None,
  status: 204,
  errors: BUDGET_ERRORS,
});
