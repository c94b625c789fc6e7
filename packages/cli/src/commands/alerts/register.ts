import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";
import { METRICS } from "./alert-options.js";

const ID = "An alert is given by its name, its ID, or the start of its ID.";
const WINDOW = "minutes that the metric is calculated over (default: 5)";

export function registerAlerts(program: Command, does: Does, isTyped: IsTyped): void {
  const alerts = program
    .command("alerts")
    .description("Watch error rates, latency, tokens and cost, and call webhooks");
  if (!isTyped("alerts")) return;
  registerReading(alerts, does);
  registerChanging(alerts, does);
  watched(alerts.command("preview"))
    .description("Show how often a rule would have fired, without creating it")
    .option("--days <days>", "days to look at, up to 31 (default: 30)")
    .addHelpText("after", examples("tack alerts preview --metric error_rate --above 20% --mcp acme/search"))
    .action(does(async () => (await import("./preview-alert.js")).previewAlert));
}

function registerReading(alerts: Command, does: Does): void {
  pageOptions(alerts.command("list"))
    .description("List your alerts; admins see those of all users")
    .addHelpText("after", examples("tack alerts list", "tack alerts list -o json"))
    .action(does(async () => (await import("./show-alerts.js")).listAlerts));
  alerts
    .command("show <alert>")
    .description("Show an alert and its state")
    .addHelpText("after", `\n${ID}\n${examples('tack alerts show "Search fails"', "tack alerts show 0190ab")}`)
    .action(does(async () => (await import("./show-alerts.js")).showAlert));
  pageOptions(alerts.command("history <alert>"))
    .description("List when an alert has fired, newest first")
    .addHelpText("after", `\n${ID}\n${examples('tack alerts history "Search fails" --limit 10')}`)
    .action(does(async () => (await import("./show-alerts.js")).alertHistory));
}

function registerChanging(alerts: Command, does: Does): void {
  notified(watched(alerts.command("create")))
    .addOption(sendsNothing())
    .description("Create an alert; the secret of its webhook is shown once")
    .requiredOption("--name <name>", "name of the alert")
    .addHelpText(
      "after",
      examples(
        'tack alerts create --name "Search fails" --metric error_rate --above 20% --mcp acme/search --webhook https://hooks.example.com/alerts',
        "tack alerts create --name Spend --metric cost_usd --above 50 --window 1440",
      ),
    )
    .action(does(async () => (await import("./change-alerts.js")).createAlert));
  notified(condition(alerts.command("update <alert>")))
    .addOption(sendsNothing())
    .description("Change an alert; its metric and target stay")
    .option("--name <name>", "new name")
    .option("--no-notify-recovery", "do not call the webhook on recovery")
    .addOption(new Option("--pause", "stop evaluating it").conflicts("resume"))
    .option("--resume", "evaluate it again")
    .addHelpText(
      "after",
      `\n${ID}\n${examples('tack alerts update "Search fails" --above 30%', "tack alerts update 0190ab --pause")}`,
    )
    .action(does(async () => (await import("./change-alerts.js")).updateAlert));
  alerts
    .command("delete <alert>")
    .addOption(sendsNothing())
    .description("Delete an alert and its history")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", `\n${ID}\n${examples('tack alerts delete "Search fails" --yes')}`)
    .action(does(async () => (await import("./change-alerts.js")).deleteAlert));
  alerts
    .command("test <alert>")
    .addOption(sendsNothing())
    .description("Send a test to the webhook of an alert; the exit code is 9 if it is not delivered")
    .addHelpText("after", `\n${ID}\n${examples('tack alerts test "Search fails"')}`)
    .action(does(async () => (await import("./change-alerts.js")).testAlert));
}

/** What a rule watches, and when it fires. */
const watched = (command: Command): Command =>
  condition(
    command
      .addOption(new Option("--metric <metric>", "what to watch").choices(METRICS).makeOptionMandatory())
      .addOption(new Option("--agent <agent>", "watch only this agent, by name or ID").conflicts("mcp"))
      .option("--mcp <server>", "watch only this MCP server, by name or ID, or by the name that clients report"),
  );

const condition = (command: Command): Command =>
  command
    .addOption(
      new Option("--above <number>", "fire above this value (error_rate: 20% or 0.2; latency in ms)").conflicts(
        "below",
      ),
    )
    .option("--below <number>", "fire below this value")
    .option("--window <minutes>", WINDOW)
    .option("--cooldown <minutes>", "minutes before it can fire again (default: 15)");

const notified = (command: Command): Command =>
  command
    .option("--webhook <url>", `URL to call when it fires ("": none)`)
    .option("--notify-recovery", "also call the webhook on recovery");
