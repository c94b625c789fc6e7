import { Option, type Command } from "commander";
import { KINDS } from "../../kinds.js";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";

export function registerDiscover(program: Command, does: Does, isTyped: IsTyped): void {
  const discover = program.command("discover").description("What a search has found: look at it, use it");
  if (!isTyped("discover")) return;
  named(discover.command("show"))
    .description("Everything that an entry tells of itself")
    .addHelpText("after", examples("tack discover show ada/tidy", "tack discover show tidy --kind skill -o json"))
    .action(does(async () => (await import("./show-entry.js")).showEntry));
  named(discover.command("use"))
    .description("Install it, whatever its kind")
    .option("--harness <id>", "which harness; may be given several times", collected)
    .addOption(new Option("--scope <scope>", "for this project, or for you everywhere").choices(["project", "user"]))
    .option("--yes", "do not ask; replace what stands in the way")
    .addHelpText(
      "after",
      examples("tack discover use ada/tidy", "tack discover use ada/tidy --harness claude-code --yes"),
    )
    .action(does(async () => (await import("./use-entry.js")).useEntry));
}

const named = (command: Command): Command =>
  command
    .argument("<entry>", "namespace/name, name, or identifier (urn:air:…), as a search shows it")
    .addOption(new Option("--kind <kind>", "of this kind, if the name fits several").choices(KINDS));

const collected = (value: string, before: readonly string[] = []): string[] => [...before, value];
