import { Argument, Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";

export function registerPolicy(program: Command, does: Does, isTyped: IsTyped): void {
  const policy = program
    .command("policy")
    .description("Create managed settings that limit a client to what is approved (admins)");
  if (!isTyped("policy")) return;
  policy
    .command("export")
    .addArgument(new Argument("<harness>", "client to make the file for").choices(["claude-code", "copilot"]))
    .description("Print the managed settings for a client, from what is approved now")
    .option("--feed <feed>", "allow what this feed shows, given by its name or its ID; the public catalogue otherwise")
    .addOption(
      new Option("--secret <secret>", "the secret or the address of that feed (prefer TACK_FEED_SECRET)").conflicts(
        "newFeed",
      ),
    )
    .addOption(new Option("--new-feed <name>", "create a feed of the public catalogue for the file").conflicts("feed"))
    .option("--file <path>", "write to a file instead of printing it")
    .option("--dry-run", "create no feed, write no file, and print what would be in it")
    .addHelpText(
      "after",
      examples(
        "tack policy export claude-code --new-feed laptops --file managed-settings.json",
        "TACK_FEED_SECRET=… tack policy export copilot --feed laptops",
      ),
    )
    .action(does(async () => (await import("./export-policy.js")).exportPolicy));
}
