import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

/** Subcommands of `registry mcp`. */
export function registerSync(mcp: Command, does: Does): void {
  const sync = mcp.command("sync").description("Create new versions from a git repository when it changes");
  sync
    .command("enable <listing>")
    .description("Enable sync; shows the webhook URL and, once, its secret")
    .option("--push", "sync when the branch is pushed to")
    .option("--no-push", "do not sync on push")
    .option("--release", "sync when a release is published")
    .option("--no-release", "do not sync on release")
    .option("--branch <name>", "branch to follow (empty: the default branch)")
    .addOption(new Option("--provider <provider>", "host of the repository").choices(["host_a", "host_b", "auto"]))
    .addHelpText(
      "after",
      examples(
        "tack registry mcp sync enable tickets --release",
        "tack registry mcp sync enable tickets --no-push --release",
      ),
    )
    .action(does(async () => (await import("./sync.js")).enableSync));
  sync
    .command("rotate-secret <listing>")
    .description("Issue a new secret; the old one stops working immediately")
    .action(does(async () => (await import("./sync.js")).rotateSecret));
  sync
    .command("status <listing>")
    .description("Show the sync settings and the result of the last sync")
    .action(does(async () => (await import("./sync.js")).syncStatus));
  sync
    .command("run <listing>")
    .description("Sync the tracked branch now")
    .action(does(async () => (await import("./sync.js")).runSync));
  sync
    .command("disable <listing>")
    .description("Disable sync; published versions are kept")
    .option("--yes", "do not ask for confirmation")
    .action(does(async () => (await import("./sync.js")).disableSync));
}
