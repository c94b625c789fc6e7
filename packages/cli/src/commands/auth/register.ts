import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";

/** Each of these is typed alone or after `auth`; `keys` stands alone. */
export function registerAuth(program: Command, does: Does, isTyped: IsTyped): void {
  const auth = program.command("auth").description("Sign in and out, and manage your account");
  for (const parent of isTyped("auth") ? [program, auth] : [program]) registerAccount(parent, does);
  registerKeys(program, does, isTyped);
}

function registerAccount(parent: Command, does: Does): void {
  parent
    .command("login")
    .description("Sign in; on a fresh server, create the admin")
    .option("--email <email>", "email or username")
    .option("--password <password>", "better: TACK_PASSWORD or TACK_PASSWORD_FILE")
    .option("--name <name>", "name of the admin to create", "admin")
    .option("--api-key <key>", "sign in with an API key; better: TACK_API_KEY")
    .option("--browser", "confirm a code in a browser where you are signed in")
    .option("--sso", "the same, by the server's single sign-on")
    .option("--saml", "the same, by SAML")
    .option("--no-setup", "do not offer to create the admin of a fresh server")
    .addHelpText(
      "after",
      examples(
        "tack login",
        "tack login --server https://tack.example.com --sso",
        "TACK_PASSWORD_FILE=pw tack login --email ada@example.com",
      ),
    )
    .action(does(async () => (await import("./login.js")).login));
  parent
    .command("logout")
    .description("Sign out here; other machines stay signed in")
    .addHelpText("after", examples("tack logout"))
    .action(does(async () => (await import("./logout.js")).logout));
  parent
    .command("whoami")
    .description("Show who you are")
    .addHelpText("after", examples("tack whoami", "tack whoami -o json"))
    .action(does(async () => (await import("./account.js")).whoami));
  parent
    .command("change-password")
    .description("Change your password; other sign-ins end")
    .option("--current-password <password>", "better: TACK_CURRENT_PASSWORD")
    .option("--new-password <password>", "better: TACK_NEW_PASSWORD")
    .addHelpText("after", examples("tack change-password"))
    .action(does(async () => (await import("./account.js")).changePassword));
  parent
    .command("set-username <username>")
    .description("Change your username, which is also your namespace")
    .addHelpText("after", examples("tack set-username ada"))
    .action(does(async () => (await import("./account.js")).setUsername));
  parent
    .command("reset-password")
    .description("Set a new password with a code that the operator reads from the server's console")
    .requiredOption("--email <email>", "whose password")
    .option("--code <code>", "the code; without it one is asked for")
    .option("--new-password <password>", "better: TACK_NEW_PASSWORD")
    .addHelpText("after", examples("tack reset-password --email ada@example.com"))
    .action(does(async () => (await import("./reset-password.js")).resetPassword));
}

function registerKeys(program: Command, does: Does, isTyped: IsTyped): void {
  const keys = program.command("keys").description("API keys: credentials for scripts, with your role");
  if (!isTyped("keys")) return;
  keys
    .command("create <name>")
    .description("Make a key; it is shown this once")
    .addOption(new Option("--environment <environment>", "part of the key's prefix").choices(["live", "test", "dev"]))
    .option("--expires-in-days <days>", "after which it stops")
    .addHelpText("after", examples("tack keys create ci --expires-in-days 90"))
    .action(does(async () => (await import("./keys.js")).createKey));
  keys
    .command("list")
    .description("Your keys")
    .addOption(new Option("--status <status>", "which").choices(["active", "inactive", "all"]))
    .addHelpText("after", examples("tack keys list --status all"))
    .action(does(async () => (await import("./keys.js")).listKeys));
  keys
    .command("rotate <id>")
    .description("Replace a key; the old one works on for a grace period")
    .option("--grace-period-hours <hours>", "how long")
    .option("--immediate", "the old one stops at once")
    .addHelpText("after", examples("tack keys rotate 0190… --immediate"))
    .action(does(async () => (await import("./keys.js")).rotateKey));
  keys
    .command("revoke <id>")
    .description("Stop a key for good")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("tack keys revoke 0190… --yes"))
    .action(does(async () => (await import("./keys.js")).revokeKey));
}
