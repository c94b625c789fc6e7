import { ROLES } from "@tackroom/contract/roles";
import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";

export function registerAdmin(program: Command, does: Does, isTyped: IsTyped): void {
  const admin = program.command("admin").description("Administration: settings, accounts, audit log");
  if (!isTyped("admin")) return;
  registerSettings(admin, does);
  registerUsers(admin, does);
  registerAuditLog(admin, does);
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
    .description("Change a setting; read secrets from a file with --from-file")
    .option("-f, --from-file <file>", "read the value from a file")
    .option("--unset", "restore the default")
    .option("--force", "apply the change even if it would lock users out")
    .addHelpText(
      "after",
      examples("tack admin set data.retention_days 30", "tack admin set telemetry.model_prices -f prices.json"),
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
    .description("Create an account; a generated password is shown once")
    .requiredOption("--name <name>", "full name")
    .option("--username <username>", "username (default: derived from the email)")
    .option("--department <department>", "department")
    .addOption(new Option("--role <role>", "role of the account").choices(ROLES).default("user"))
    .addHelpText("after", examples('tack admin create-user bob@example.com --name "Bob" --role reviewer'))
    .action(does(async () => (await import("./users.js")).createUser));
  admin
    .command("reset-password <person>")
    .description("Reset a user's password; they must change it at their next sign-in")
    .addHelpText("after", examples("tack admin reset-password bob@example.com"))
    .action(does(async () => (await import("./users.js")).resetUserPassword));
  admin
    .command("set-role <person> <role>")
    .description(`Change a user's role: ${ROLES.join(", ")}`)
    .addHelpText("after", examples("tack admin set-role bob@example.com reviewer"))
    .action(does(async () => (await import("./users.js")).setUserRole));
}

const filters = (command: Command): Command =>
  command
    .option("--actor <person>", "filter by the user who acted")
    .option("--action <action>", "filter by action, such as user.set_role")
    .option("--request-id <id>", "filter by request ID, such as the reference of a failed sign-in")
    .option("--from <time>", "start time (ISO 8601)")
    .option("--to <time>", "end time (ISO 8601)");

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
