import { Option, type Command } from "commander";
import type { Does } from "../../../run.js";
import { examples, sendsNothing } from "../../examples.js";
import { pageOptions } from "../../paging.js";

const WORDS = "tack registry mcp sync";

/** Subcommands of `tack registry mcp`: other kinds are not synced. */
export function registerSync(mcp: Command, does: Does): void {
  const sync = mcp.command("sync").description("Publish new versions when the git repository changes");
  registerSettings(sync, does);
  sync
    .command("status <listing>")
    .description("Show the settings of the sync and the result of its last run")
    .addHelpText("after", examples(`${WORDS} status tickets`, `${WORDS} status tickets -o json`))
    .action(does(async () => (await import("./show-sync.js")).syncStatus));
  pageOptions(sync.command("history <listing>"))
    .description("List the last runs of the sync, newest first")
    .addHelpText("after", examples(`${WORDS} history tickets --limit 10`))
    .action(does(async () => (await import("./sync-history.js")).syncHistory));
  sync
    .command("run <listing>")
    .addOption(sendsNothing())
    .description("Sync the tracked branch now")
    .option("--wait", "wait for the result; the exit code is 9 if the sync fails")
    .addHelpText("after", examples(`${WORDS} run tickets`, `${WORDS} run tickets --wait`))
    .action(does(async () => (await import("./run-sync.js")).runSync));
}

function registerSettings(sync: Command, does: Does): void {
  sync
    .command("enable <listing>")
    .addOption(sendsNothing())
    .description("Turn sync on, or change it; shows the webhook URL and, once, its secret")
    .option("--push", "sync when the tracked branch is pushed to (the default)")
    .option("--no-push", "do not sync on push")
    .option("--release", "sync when a release is published")
    .option("--no-release", "do not sync on release (the default)")
    .option("--branch <name>", `tracked branch ("": the default branch of the repository)`)
    .addOption(
      new Option(
        "--provider <host>",
        "git host: host_a or github (signs deliveries), host_b or gitlab (sends a secret token); auto detects it from the URL",
      ).choices(["host_a", "host_b", "github", "gitlab", "auto"]),
    )
    .addHelpText(
      "after",
      `\nOptions that are not given keep their present values.\n${examples(
        `${WORDS} enable tickets`,
        `${WORDS} enable tickets --no-push --release`,
        `${WORDS} enable tickets --branch stable --provider host_b`,
      )}`,
    )
    .action(does(async () => (await import("./enable-sync.js")).enableSync));
  sync
    .command("rotate-secret <listing>")
    .addOption(sendsNothing())
    .description("Issue a new secret; the old one stops working immediately")
    .addHelpText("after", examples(`${WORDS} rotate-secret tickets`))
    .action(does(async () => (await import("./enable-sync.js")).rotateSecret));
  sync
    .command("disable <listing>")
    .addOption(sendsNothing())
    .description("Turn sync off; published versions stay")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples(`${WORDS} disable tickets --yes`))
    .action(does(async () => (await import("./enable-sync.js")).disableSync));
}
