import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { consent } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { printDone, printList } from "../../output.js";
import { dollars, readAmount } from "./dollars.js";
import { readPage, type PageOptions } from "../paging.js";

type Budget = ReplyOf<"getBudget">;

const scopeOf = ({ scope_type, scope_name, scope_id }: Budget): string =>
  scope_type === "all" ? "all" : `${scope_type} ${scope_name ?? scope_id}`;

const sizeOf = ({ amount_usd, period }: Pick<Budget, "amount_usd" | "period">): string =>
  `${dollars(amount_usd)} per ${period}`;

/** `tack budgets list` */
export async function listBudgets(cli: Cli, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listBudgets", { query: page });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "ID", of: ({ id }) => id },
      { title: "NAME", of: ({ name }) => name },
      { title: "FOR", of: scopeOf },
      { title: "BUDGET", of: sizeOf },
      { title: "SPENT", of: ({ spent_usd, percent }) => `${dollars(spent_usd)} (${percent} %)` },
      { title: "FORECAST", of: ({ forecast_usd }) => (forecast_usd === null ? null : dollars(forecast_usd)) },
      { title: "STATUS", of: ({ status }) => status },
    ],
    "No budgets. Create one: tack budgets create <name> --amount 200",
  );
}

interface CreateOptions {
  readonly amount: string;
  readonly per: Budget["period"];
  readonly user?: string;
  readonly team?: string;
  readonly agent?: string;
  readonly all?: boolean;
}

function readScope({ user, team, agent, all }: CreateOptions): Pick<BodyOf<"createBudget">, "scope_type" | "scope_id"> {
  if (team !== undefined) return { scope_type: "team", scope_id: team };
  if (agent !== undefined) return { scope_type: "agent", scope_id: agent };
  if (all) return { scope_type: "all", scope_id: "" };
  return { scope_type: "user", scope_id: user ?? "" };
}

/** `tack budgets create` */
export async function createBudget(cli: Cli, name: string, options: CreateOptions): Promise<void> {
  const budget = await openApi(cli).call("createBudget", {
    body: { name, ...readScope(options), amount_usd: readAmount(options.amount), period: options.per },
  });
  printDone(cli, `Created the budget ${budget.name} for ${scopeOf(budget)}: ${sizeOf(budget)}.`, budget);
}

interface UpdateOptions {
  readonly name?: string;
  readonly amount?: string;
  readonly pause?: boolean;
  readonly resume?: boolean;
}

function readStatus({ pause, resume }: UpdateOptions): Pick<BodyOf<"updateBudget">, "status"> {
  if (pause) return { status: "paused" };
  return resume ? { status: "active" } : {};
}

/** `tack budgets update` */
export async function updateBudget(cli: Cli, id: string, options: UpdateOptions): Promise<void> {
  const body: BodyOf<"updateBudget"> = {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.amount === undefined ? {} : { amount_usd: readAmount(options.amount) }),
    ...readStatus(options),
  };
  if (Object.keys(body).length === 0)
    throw usageError("Nothing to change.", "Pass --name, --amount, --pause or --resume.");
  const budget = await openApi(cli).call("updateBudget", { params: { id }, body });
  printDone(cli, `The budget ${budget.name} is ${budget.status}: ${sizeOf(budget)}.`, budget);
}

/** `tack budgets delete` */
export async function deleteBudget(cli: Cli, id: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  const api = openApi(cli);
  const { name } = await api.call("getBudget", { params: { id } });
  await consent(cli, `Delete the budget ${name}?`, yes);
  await api.call("deleteBudget", { params: { id } });
  printDone(cli, `Deleted the budget ${name}.`, { deleted: id });
}
