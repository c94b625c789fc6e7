import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";

const ROLES = ["user", "reviewer", "admin", "super_admin"];

export function registerAdmin(program: Command, does: Does, isTyped: IsTyped): void {
  const admin = program.command("admin").description("For admins: settings, accounts, weights, canaries, audit log");
  if (!isTyped("admin")) return;
  registerSettings(admin, does);
  registerUsers(admin, does);
  admin
    .command("weights")
    .description("How much each dimension of a scorecard counts; with arguments, change it")
    .argument("[dimension=weight...]", "their sum must stay 1")
    .addHelpText(
      "after",
      examples("tack admin weights", "tack admin weights goal_completion=0.30 tool_efficiency=0.16"),
    )
    .action(does(async () => (await import("./weights.js")).weights));
  admin
    .command("canaries <agent>")
    .description("What the canaries of an agent have found")
    .addHelpText("after", examples("tack admin canaries 0190…"))
    .action(does(async () => (await import("./weights.js")).canaryReports));
  registerAuditLog(admin, does);
}

function registerSettings(admin: Command, does: Does): void {
  admin
    .command("settings")
    .description("Every setting, with what holds now")
    .argument("[key]", "only this one, with its explanation")
    .addHelpText("after", examples("tack admin settings", "tack admin settings data.retention_days"))
    .action(does(async () => (await import("./settings.js")).showSettings));
  admin
    .command("set <key> [value]")
    .description("Set a value; a secret is better read from a file")
    .option("-f, --from-file <file>", "read the value from a file")
    .option("--unset", "go back to the default")
    .option("--force", "also when it would lock people out")
    .addHelpText(
      "after",
      examples("tack admin set data.retention_days 30", "tack admin set oauth.client_secret -f secret.txt"),
    )
    .action(does(async () => (await import("./settings.js")).setSetting));
}

function registerUsers(admin: Command, does: Does): void {
  pageOptions(admin.command("users"))
    .description("Accounts")
    .option("--search <words>", "beginnings of email, username or name")
    .addOption(new Option("--role <role>", "only with this role").choices(ROLES))
    .addHelpText("after", examples("tack admin users --search ada", "tack admin users --role admin"))
    .action(does(async () => (await import("./users.js")).listUsers));
  admin
    .command("create-user <email>")
    .description("Make an account; without a password one is made up and shown once")
    .requiredOption("--name <name>", "the person's name")
    .option("--username <username>", "else made of the email")
    .option("--department <department>", "where they work")
    .addOption(new Option("--role <role>", "what they may do").choices(ROLES).default("user"))
    .addHelpText("after", examples('tack admin create-user bob@example.com --name "Bob" --role reviewer'))
    .action(does(async () => (await import("./users.js")).createUser));
  admin
    .command("reset-password <person>")
    .description("Give someone a new password, to be changed at their next sign-in")
    .addHelpText("after", examples("tack admin reset-password bob@example.com"))
    .action(does(async () => (await import("./users.js")).resetUserPassword));
  admin
    .command("set-role <person> <role>")
    .description(`Change what someone may do: ${ROLES.join(", ")}`)
    .addHelpText("after", examples("tack admin set-role bob@example.com reviewer"))
    .action(does(async () => (await import("./users.js")).setUserRole));
}

const filters = (command: Command): Command =>
  command
    .option("--actor <person>", "done by")
    .option("--action <action>", "such as user.set_role")
    .option("--from <time>", "ISO 8601")
    .option("--to <time>", "ISO 8601");

function registerAuditLog(admin: Command, does: Does): void {
  const log = admin.command("audit-log").description("What was done by whom");
  pageOptions(filters(log.command("list", { isDefault: true })))
    .description("The newest first")
    .addHelpText("after", examples("tack admin audit-log", "tack admin audit-log list --action user.set_role"))
    .action(does(async () => (await import("./audit-log.js")).listAuditLog));
  log
    .command("verify")
    .description("Check that no record was changed or removed")
    .action(does(async () => (await import("./audit-log.js")).verifyAuditLog));
  filters(log.command("export"))
    .description("The log as CSV, JSON lines or JSON, on standard output")
    .addOption(new Option("--format <format>", "of the file").choices(["csv", "jsonl", "json"]).default("csv"))
    .addHelpText("after", examples("tack admin audit-log export --format jsonl > log.jsonl"))
    .action(does(async () => (await import("./audit-log.js")).exportAuditLog));
}
