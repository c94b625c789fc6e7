import { SSO_METHODS } from "@tackroom/contract/sign-in-methods";
import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";

/** These commands work with and without the `auth` prefix; `keys` has no prefix. */
export function registerAuth(program: Command, does: Does, isTyped: IsTyped): void {
  const auth = program.command("auth").description("Sign in and out, and manage your account");
  for (const parent of isTyped("auth") ? [program, auth] : [program]) registerAccount(parent, does);
  if (isTyped("auth")) registerCredentials(auth, does);
  registerKeys(program, does, isTyped);
}

const OTHER_WAYS = ["email", "password", "apiKey", "browser"];

function registerLogin(parent: Command, does: Does): void {
  parent
    .command("login")
    .description("Sign in, or create the admin account of a new server")
    .option("--email <email>", "email or username")
    .option("--password <password>", "password (prefer TACK_PASSWORD or TACK_PASSWORD_FILE)")
    .option("--name <name>", "name of the admin account to create", "admin")
    .option("--api-key <key>", "sign in with an API key (prefer TACK_API_KEY)")
    .option("--browser", "sign in by confirming a code in the browser")
    .addOption(new Option("--sso", "sign in with single sign-on in the browser").conflicts(OTHER_WAYS))
    .addOption(
      new Option(
        "--provider <provider>",
        "single sign-on with this provider; provider_a is Google, provider_b is GitHub",
      )
        .choices(SSO_METHODS)
        .conflicts(OTHER_WAYS),
    )
    .addOption(new Option("--saml", "same as --sso --provider saml").conflicts([...OTHER_WAYS, "provider"]))
    .option("--no-setup", "do not create the admin account of a new server")
    .addHelpText(
      "after",
      examples(
        "tack login",
        "tack login --server https://tack.example.com --browser",
        "tack login --sso --provider provider_b",
        "TACK_PASSWORD_FILE=pw tack login --email ada@example.com",
      ),
    )
    .action(does(async () => (await import("./login.js")).login));
}

function registerAccount(parent: Command, does: Does): void {
  registerLogin(parent, does);
  parent
    .command("logout")
    .description("Sign out on this machine; other machines stay signed in")
    .addHelpText("after", examples("tack logout"))
    .action(does(async () => (await import("./logout.js")).logout));
  parent
    .command("whoami")
    .description("Show the account you are signed in with")
    .addHelpText("after", examples("tack whoami", "tack whoami -o json"))
    .action(does(async () => (await import("./account.js")).whoami));
  parent
    .command("change-password")
    .description("Change your password and sign out of all other devices")
    .option("--current-password <password>", "current password (prefer TACK_CURRENT_PASSWORD)")
    .option("--new-password <password>", "new password (prefer TACK_NEW_PASSWORD)")
    .addHelpText("after", examples("tack change-password"))
    .action(does(async () => (await import("./account.js")).changePassword));
  parent
    .command("set-username <username>")
    .addOption(sendsNothing())
    .description("Change your username, which is also your namespace")
    .addHelpText("after", examples("tack set-username ada"))
    .action(does(async () => (await import("./account.js")).setUsername));
  parent
    .command("reset-password")
    .description("Reset your password with a code that the operator reads from the server's console")
    .requiredOption("--email <email>", "email of the account")
    .option("--code <code>", "reset code (requested from the server if omitted)")
    .option("--new-password <password>", "new password (prefer TACK_NEW_PASSWORD)")
    .addHelpText("after", examples("tack reset-password --email ada@example.com"))
    .action(does(async () => (await import("./reset-password.js")).resetPassword));
}

function registerCredentials(auth: Command, does: Does): void {
  auth
    .command("status")
    .description("Show who you are signed in as, where, with which credentials, and until when")
    .addHelpText("after", examples("tack auth status", "tack auth status -o json"))
    .action(does(async () => (await import("./auth-status.js")).authStatus));
  auth
    .command("token")
    .description("Print your access token, for other programs")
    .addHelpText("after", examples('curl -H "Authorization: Bearer $(tack auth token)" …'))
    .action(does(async () => (await import("./auth-status.js")).authToken));
}

function registerKeys(program: Command, does: Does, isTyped: IsTyped): void {
  const keys = program.command("keys").description("Manage API keys: credentials for scripts, with your role");
  if (!isTyped("keys")) return;
  keys
    .command("create <name>")
    .addOption(sendsNothing())
    .description("Create a key; it is shown only once")
    .addOption(new Option("--environment <environment>", "part of the key's prefix").choices(["live", "test", "dev"]))
    .option("--expires-in-days <days>", "expire the key after this many days")
    .addHelpText("after", examples("tack keys create ci --expires-in-days 90"))
    .action(does(async () => (await import("./keys.js")).createKey));
  keys
    .command("list")
    .description("List your keys")
    .addOption(new Option("--status <status>", "filter by status").choices(["active", "inactive", "all"]))
    .addHelpText("after", examples("tack keys list --status all"))
    .action(does(async () => (await import("./keys.js")).listKeys));
  keys
    .command("rotate <key>")
    .addOption(sendsNothing())
    .description(
      "Replace a key, given by name, ID or the start of either; the old one keeps working for a grace period",
    )
    .option("--grace-period-hours <hours>", "length of the grace period in hours")
    .option("--immediate", "revoke the old key immediately")
    .addHelpText("after", examples("tack keys rotate 0190… --immediate"))
    .action(does(async () => (await import("./keys.js")).rotateKey));
  keys
    .command("revoke <key>")
    .addOption(sendsNothing())
    .description("Revoke a key permanently, given by its name, its ID, or the start of its ID")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples("tack keys revoke ci", "tack keys revoke 0190… --yes"))
    .action(does(async () => (await import("./keys.js")).revokeKey));
}
