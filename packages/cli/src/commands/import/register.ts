import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerImport(program: Command, does: Does): void {
  program
    .command("import [source]")
    .description("Submit every skill, agent, prompt, hook and MCP server of a folder or a repository for review")
    .option("--update", "look again at the sources that you imported (or at the given one)")
    .option(
      "--only <kind|pattern>",
      "only this kind, or paths that match a pattern such as 'plugins/**' (repeatable)",
      collect,
    )
    .option("--namespace <name>", "publish under your username (the default) or the handle of one of your teams")
    .option("--team <handle>", "publish for the members of this team only")
    .option("--tag <tag>", "add a tag to every item (repeatable)", collect)
    .option("--host <name>", "the host that owner/repo is on (default: github.com)")
    .option("--dry-run", "show the plan and submit nothing")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      examples(
        "tack import ./agents --dry-run",
        "tack import anthropics/skills --tag anthropic",
        "tack import https://github.com/acme/marketplace --only skill --team platform --yes",
        "tack import --update --yes -o json",
      ),
    )
    .action(does(async () => (await import("./import-items.js")).importItems));
}

const collect = (value: string, values: readonly string[] | undefined): readonly string[] => [...(values ?? []), value];
