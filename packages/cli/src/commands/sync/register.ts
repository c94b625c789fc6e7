import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

/** Below `registry mcp`. */
export function registerSync(mcp: Command, does: Does): void {
  const sync = mcp.command("sync").description("New versions from a git repository, as it changes");
  sync
    .command("enable <listing>")
    .description("Turn it on; shows the webhook's address, and its secret once")
    .option("--push", "sync when the branch is pushed to")
    .option("--no-push", "do not")
    .option("--release", "sync when a release is published")
    .option("--no-release", "do not")
    .option("--branch <name>", "the branch to follow; empty: the default one")
    .addOption(new Option("--provider <provider>", "who hosts the repository").choices(["host_a", "host_b", "auto"]))
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
    .description("Issue a new secret; the old one stops at once")
    .action(does(async () => (await import("./sync.js")).rotateSecret));
  sync
    .command("status <listing>")
    .description("How it is set, and how the last sync went")
    .action(does(async () => (await import("./sync.js")).syncStatus));
  sync
    .command("run <listing>")
    .description("Sync the tracked branch now")
    .action(does(async () => (await import("./sync.js")).runSync));
  sync
    .command("disable <listing>")
    .description("Turn it off; published versions stay")
    .option("--yes", "do not ask")
    .action(does(async () => (await import("./sync.js")).disableSync));
}
