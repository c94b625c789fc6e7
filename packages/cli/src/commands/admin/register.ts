import type { CanaryBehavior, CanaryType, InjectionPoint } from "@tackroom/contract";
import { ROLES } from "@tackroom/contract/roles";
import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";

export function registerAdmin(program: Command, does: Does, isTyped: IsTyped): void {
  const admin = program
    .command("admin")
    .description("Administration: settings, accounts, scorecard weights, canaries, audit log");
  if (!isTyped("admin")) return;
  registerSettings(admin, does);
  registerUsers(admin, does);
  registerWeights(admin, does);
  registerCanaries(admin, does);
  registerAuditLog(admin, does);
  registerTelemetry(admin, does);
}

function registerTelemetry(admin: Command, does: Does): void {
  admin
    .command("retention")
    .description("Show how long telemetry is kept, and what would be removed now")
    .addHelpText(
      "after",
      `${examples("tack admin retention")}\nA super_admin can change it with data.retention_days and data.project_retention_days.\n`,
    )
    .action(does(async () => (await import("./telemetry.js")).showRetention));
  admin
    .command("purge")
    .description("Delete the telemetry that matches all given options (role super_admin)")
    .option("--user <person>", "sessions of this user")
    .option("--session <id>", "sessions with this ID")
    .option("--before <time>", "sessions whose last event is older (date or ISO 8601 time)")
    .option("--dry-run", "only count what would be deleted")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples("tack admin purge --user bob@example.com --dry-run"))
    .action(does(async () => (await import("./telemetry.js")).purgeTelemetry));
}

function registerSettings(admin: Command, does: Does): void {
  admin
    .command("settings")
    .description("List settings and their current values")
    .argument("[key]", "show only this setting, with its description")
    .addHelpText("after", examples("tack admin settings", "tack admin settings data.retention_days"))
    .action(does(async () => (await import("./settings.js")).showSettings));
  admin
    .command("set <key> [value]")
    .addOption(sendsNothing())
    .description("Change a setting; read secrets from a file with --from-file")
    .option("-f, --from-file <file>", "read the value from a file")
    .option("--unset", "restore the default")
    .option("--force", "apply the change even if it would lock users out")
    .addHelpText(
      "after",
      examples(
        "tack admin set deployment.public_registry_enabled true",
        "tack admin set telemetry.model_prices -f prices.json",
      ),
    )
    .action(does(async () => (await import("./settings.js")).setSetting));
}

function registerUsers(admin: Command, does: Does): void {
  pageOptions(admin.command("users"))
    .description("List accounts")
    .option("--search <words>", "match the start of an email, username or name")
    .addOption(new Option("--role <role>", "filter by role").choices(ROLES))
    .addHelpText("after", examples("tack admin users --search ada", "tack admin users --role admin"))
    .action(does(async () => (await import("./users.js")).listUsers));
  admin
    .command("create-user <email>")
    .addOption(sendsNothing())
    .description("Create an account; a generated password is shown once")
    .requiredOption("--name <name>", "full name")
    .option("--username <username>", "username (default: derived from the email)")
    .option("--department <department>", "department")
    .addOption(new Option("--role <role>", "role of the account").choices(ROLES).default("user"))
    .addHelpText("after", examples('tack admin create-user bob@example.com --name "Bob" --role reviewer'))
    .action(does(async () => (await import("./users.js")).createUser));
  admin
    .command("reset-password <person>")
    .addOption(sendsNothing())
    .description("Reset a user's password; they must change it at their next sign-in")
    .addHelpText("after", examples("tack admin reset-password bob@example.com"))
    .action(does(async () => (await import("./users.js")).resetUserPassword));
  admin
    .command("set-role <person> <role>")
    .addOption(sendsNothing())
    .description(`Change a user's role: ${ROLES.join(", ")}`)
    .addHelpText("after", examples("tack admin set-role bob@example.com reviewer"))
    .action(does(async () => (await import("./users.js")).setUserRole));
}

function registerWeights(admin: Command, does: Does): void {
  const weights = admin.command("weights").description("Show and change the weights of scorecard dimensions");
  weights
    .command("list", { isDefault: true })
    .description("List the weight of each dimension")
    .addHelpText("after", examples("tack admin weights"))
    .action(does(async () => (await import("./weights.js")).listWeights));
  weights
    .command("set <dimension=weight...>")
    .addOption(sendsNothing())
    .description("Change weights; all weights together must be 1")
    .addHelpText("after", examples("tack admin weights set goal_completion=0.3 tool_failures=0.11"))
    .action(does(async () => (await import("./weights.js")).setWeights));
}

const TYPES: readonly CanaryType[] = ["numeric", "entity", "instruction"];
const POINTS: readonly InjectionPoint[] = ["prompt", "skill", "tool_output", "context"];
const BEHAVIORS: readonly CanaryBehavior[] = ["ignored", "flagged", "corrected", "parroted"];

function registerCanaries(admin: Command, does: Does): void {
  const canaries = admin.command("canaries").description("Plant markers that an agent should not repeat");
  canaries
    .command("list <agent>")
    .description("List the active canaries of an agent")
    .addHelpText("after", examples("tack admin canaries list ada/reviewer"))
    .action(does(async () => (await import("./canaries.js")).listCanaries));
  canaries
    .command("create <agent>")
    .addOption(sendsNothing())
    .description("Create a canary")
    .addOption(new Option("--type <type>", "kind of value").choices(TYPES).makeOptionMandatory())
    .addOption(
      new Option("--point <point>", "where it is planted: prompt and skill by the install, others by you")
        .choices(POINTS)
        .makeOptionMandatory(),
    )
    .option("--value <text>", "value, of 8 characters or more (default: generated)")
    .addOption(new Option("--expect <behavior>", "expected behavior (default: ignored)").choices(BEHAVIORS))
    .addHelpText(
      "after",
      examples(
        "tack admin canaries create ada/reviewer --type entity --point prompt",
        'tack admin canaries create ada/reviewer --type numeric --point tool_output --value "4.71828 EUR"',
      ),
    )
    .action(does(async () => (await import("./canaries.js")).createCanary));
  canaries
    .command("delete <canary>")
    .addOption(sendsNothing())
    .description("Delete a canary by its ID; its reports are kept")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples("tack admin canaries delete 0190… --yes"))
    .action(does(async () => (await import("./canaries.js")).deleteCanary));
  pageOptions(canaries.command("reports <agent>"))
    .description("List what became of the canaries of an agent, newest first")
    .addHelpText("after", examples("tack admin canaries reports ada/reviewer --limit 10"))
    .action(does(async () => (await import("./canaries.js")).canaryReports));
}

const filters = (command: Command): Command =>
  command
    .option("--actor <person>", "filter by the user who acted")
    .option("--action <action>", "filter by action, such as user.set_role")
    .option("--request-id <id>", "filter by request ID, such as the reference of a failed sign-in")
    .option("--from <time>", "start time (ISO 8601)")
    .option("--to <time>", "end time (ISO 8601)")
    .option("--hide-reads", "leave out successful reads");

function registerAuditLog(admin: Command, does: Does): void {
  const log = admin.command("audit-log").description("Show, verify and export the audit log");
  pageOptions(filters(log.command("list", { isDefault: true })))
    .description("List audit records, newest first")
    .addHelpText("after", examples("tack admin audit-log", "tack admin audit-log list --action user.set_role"))
    .action(does(async () => (await import("./audit-log.js")).listAuditLog));
  log
    .command("verify")
    .description("Verify that no record was changed or removed")
    .action(does(async () => (await import("./audit-log.js")).verifyAuditLog));
  filters(log.command("export"))
    .description("Write the log to standard output as CSV, JSON Lines or JSON")
    .addOption(new Option("--format <format>", "output format").choices(["csv", "jsonl", "json"]).default("csv"))
    .addHelpText("after", examples("tack admin audit-log export --format jsonl > log.jsonl"))
    .action(does(async () => (await import("./audit-log.js")).exportAuditLog));
}
