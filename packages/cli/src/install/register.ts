import { Option, type Command } from "commander";
import { DRY_RUN_OF_FILES, examples, FOLLOW_LINKS } from "../commands/examples.js";
import type { Does } from "../run.js";
import type { InstallOptions } from "./install-item.js";
import type { Kind } from "../kinds.js";
import { repeatable } from "../repeatable.js";

const WITH_ARTICLE: Readonly<Record<Kind, string>> = {
  mcp: "an MCP server",
  agent: "an agent and its components",
  skill: "a skill",
  hook: "a hook",
  prompt: "a prompt",
  sandbox: "a sandbox",
};

/** `tack registry <kind> install <item>` */
export function registerInstall(parent: Command, kind: Kind, does: Does): void {
  const typed = kind === "agent" ? "tack agent" : `tack registry ${kind}`;
  describeInstall(parent.command("install"), kind, typed, does);
}

/** `tack agent pull <item>` and its alias `install`. */
export function registerPull(parent: Command, does: Does): void {
  describeInstall(parent.command("pull"), "agent", "tack agent", does);
  describeInstall(parent.command("install"), "agent", "tack agent", does);
}

function describeInstall(command: Command, kind: Kind, typed: string, does: Does): void {
  const words = `${typed} ${command.name()}`;
  installOptions(command.argument("<item>", "UUID, namespace/slug or name"))
    .description(`Install ${WITH_ARTICLE[kind]} into your harness`)
    .addHelpText(
      "after",
      examples(
        `${words} ada/example --harness claude-code`,
        `${words} ada/example --harness codex --harness cursor --yes`,
      ),
    )
    .action(
      does(async () => {
        const { installItem, pullAgent } = await import("./install-item.js");
        if (kind === "agent") return pullAgent;
        return (cli, item: string, options: InstallOptions) => installItem(cli, kind, item, options);
      }),
    );
}

export const installOptions = (command: Command): Command =>
  placeOptions(command)
    .option("--item-version <version>", "version to install (default: the latest)")
    .option("--update", "update the version pinned in tack.lock");

/** The options of `install` that `update` has as well. */
export const placeOptions = (command: Command): Command =>
  command
    .option("--harness <id>", "harness to install into (repeatable)", repeatable)
    .addOption(new Option("--scope <scope>", "install for this project or for your user").choices(["project", "user"]))
    .option("--yes", "do not ask for confirmation; overwrite existing files and values")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .option("--follow-links", FOLLOW_LINKS);
