import { Option, type Command } from "commander";
import { KINDS } from "../../kinds.js";
import type { Does, IsTyped } from "../../run.js";
import { DRY_RUN_OF_FILES, examples } from "../examples.js";
import { repeatable } from "../../repeatable.js";

export function registerDiscover(program: Command, does: Does, isTyped: IsTyped): void {
  const discover = program.command("discover").description("Inspect and install search results");
  if (!isTyped("discover")) return;
  named(discover.command("show"))
    .description("Show all details of an entry")
    .addHelpText("after", examples("tack discover show ada/tidy", "tack discover show tidy --kind skill -o json"))
    .action(does(async () => (await import("./show-entry.js")).showEntry));
  named(discover.command("use"))
    .description("Install an entry of any kind")
    .option("--harness <id>", "harness to install into (repeatable)", repeatable)
    .addOption(new Option("--scope <scope>", "install for this project or for your user").choices(["project", "user"]))
    .option("--yes", "do not ask for confirmation; overwrite existing files and values")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .addHelpText(
      "after",
      examples("tack discover use ada/tidy", "tack discover use ada/tidy --harness claude-code --yes"),
    )
    .action(does(async () => (await import("./use-entry.js")).useEntry));
}

const named = (command: Command): Command =>
  command
    .argument("<entry>", "namespace/name, name or identifier (urn:air:…), as shown by tack search")
    .addOption(new Option("--kind <kind>", "kind of the entry, if the name is ambiguous").choices(KINDS));
