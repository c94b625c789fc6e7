import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";

export function registerBudgets(program: Command, does: Does, isTyped: IsTyped): void {
  const budgets = program
    .command("budgets")
    .description("Set budgets that warn at 80 and 100 %; they never block anything");
  if (!isTyped("budgets")) return;
  pageOptions(budgets.command("list"))
    .description("List the budgets for you, your teams and your agents; admins see all")
    .addHelpText("after", examples("tack budgets list", "tack budgets list -o json"))
    .action(does(async () => (await import("./budgets.js")).listBudgets));
  registerCreate(budgets, does);
  budgets
    .command("update <id>")
    .addOption(sendsNothing())
    .description("Change a budget")
    .option("--name <name>", "new name")
    .option("--amount <usd>", "new amount in US dollars")
    .addOption(new Option("--pause", "stop warnings").conflicts("resume"))
    .option("--resume", "warn again")
    .addHelpText("after", examples("tack budgets update 7c1f… --amount 300", "tack budgets update 7c1f… --pause"))
    .action(does(async () => (await import("./budgets.js")).updateBudget));
  budgets
    .command("delete <id>")
    .addOption(sendsNothing())
    .description("Delete a budget and its warnings")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples("tack budgets delete 7c1f… --yes"))
    .action(does(async () => (await import("./budgets.js")).deleteBudget));
}

function registerCreate(budgets: Command, does: Does): void {
  budgets
    .command("create <name>")
    .addOption(sendsNothing())
    .description("Create a budget, for yourself unless an option says otherwise")
    .requiredOption("--amount <usd>", "amount in US dollars per period")
    .addOption(
      new Option("--per <period>", "period, in UTC; weeks begin on Monday")
        .choices(["day", "week", "month"])
        .default("month"),
    )
    .addOption(
      new Option("--user <user>", "for a user: ID, username or email (admins)").conflicts(["team", "agent", "all"]),
    )
    .addOption(new Option("--team <team>", "for a team that you own: ID or handle").conflicts(["agent", "all"]))
    .addOption(new Option("--agent <agent>", "for an agent that you own: ID or namespace/name").conflicts("all"))
    .option("--all", "for all users together (admins)")
    .addHelpText(
      "after",
      examples(
        "tack budgets create Coding --amount 200",
        "tack budgets create Payments --team payments --amount 1500 --per month",
        "tack budgets create Everything --all --amount 50 --per day",
      ),
    )
    .action(does(async () => (await import("./budgets.js")).createBudget));
}
