import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { registerInstall } from "../../install/register.js";
import { DRY_RUN_OF_SENDING, examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";
import { registerSync } from "./sync/register.js";
import { KINDS, type Kind } from "../../kinds.js";
import { repeatable } from "../../repeatable.js";

const TITLES: Readonly<Record<Kind, string>> = {
  mcp: "MCP servers",
  agent: "agents",
  skill: "skills",
  hook: "hooks",
  prompt: "prompts",
  sandbox: "sandboxes",
};

export function registerRegistry(program: Command, does: Does, isTyped: IsTyped): void {
  const registry = program.command("registry").description("Submit, find, version and share registry items");
  if (!isTyped("registry")) return;
  for (const kind of KINDS) {
    const parent = registry.command(kind).description(`Manage ${TITLES[kind]} in the registry`);
    registerSubmitting(parent, kind, does);
    registerReading(parent, kind, does);
    registerInstall(parent, kind, does);
    registerChanging(parent, kind, does);
    if (kind === "mcp") registerSync(parent, does);
  }
  registry
    .command("transfers")
    .description("List incoming and outgoing ownership transfers")
    .addOption(new Option("--direction <direction>", "filter by direction").choices(["incoming", "outgoing"]))
    .addHelpText("after", examples("tack registry transfers", "tack registry transfers --direction incoming -o json"))
    .action(does(async () => (await import("./transfer-item.js")).listTransfers));
}

/** The command prefix of a kind: `tack agent` shares some commands with `tack registry agent`. */
const wordsFor = (parent: Command, kind: Kind): string =>
  parent.parent?.name() === "registry" ? `tack registry ${kind}` : `tack ${kind}`;

/** `list`, `my`, `show` and `versions`, which `tack agent` has as well. */
export function registerReading(parent: Command, kind: Kind, does: Does): void {
  const words = wordsFor(parent, kind);
  pageOptions(parent.command("list"))
    .description("List the items you can install")
    .option("--search <words>", "search terms")
    .option("--namespace <namespace>", "filter by the namespace of a user or team")
    .option("--category <category>", "filter by category")
    .option("--tag <tag>", "filter by tag")
    .option("--harness <harness>", "filter by harness")
    .option("--task-type <type>", "filter by task type (skills)")
    .addHelpText("after", examples(`${words} list --search review`))
    .action(does(async () => (await import("./list-items.js")).listOf(kind)));
  pageOptions(parent.command("my"))
    .description("List your own items, with any status")
    .addHelpText("after", examples(`${words} my`))
    .action(does(async () => (await import("./list-items.js")).listMineOf(kind)));
  parent
    .command("show <item>")
    .description("Show an item by name, namespace/name or ID")
    .addHelpText("after", examples(`${words} show ada/tickets`, `${words} show tickets -o json`))
    .action(does(async () => (await import("./show-item.js")).showOf(kind)));
  parent
    .command("versions <item>")
    .description("List the versions of an item, newest first")
    .addHelpText("after", examples(`${words} versions ada/tickets`))
    .action(does(async () => (await import("./show-item.js")).versionsOf(kind)));
}

const SOURCES: Readonly<Record<Kind, string>> = {
  mcp: "a folder with a server.json, .mcp.json or package.json, one of these files, - for standard input, a git URL, or a name and -- command",
  agent: "an agent.yaml or a Claude Code agent in Markdown",
  skill: "a folder with a SKILL.md, the file itself, or a git URL",
  hook: "a JSON file",
  prompt: "a Markdown file with {{ variables }}",
  sandbox: "a JSON or YAML file",
};

/** Submit and release accept the same sources. */
const sourceOptions = (command: Command): Command =>
  command
    .option("--name <name>", "override the name in the source")
    .option("--item-version <version>", "override the version in the source")
    .option("--description <text>", "short description")
    .option("--category <category>", "category of an MCP server, agent or prompt")
    .option("--task-type <type>", "task type of a skill")
    .option("-f, --from-file <file>", "read the complete submission from a JSON file")
    .option("--yes", "do not ask for confirmation")
    .option("--dry-run", DRY_RUN_OF_SENDING);

export function registerSubmitting(parent: Command, kind: Kind, does: Does, name = "submit"): void {
  const words = wordsFor(parent, kind);
  const command = sourceOptions(parent.command(name)).argument("[source]", SOURCES[kind]);
  if (kind === "mcp") command.argument("[command...]", "after --, the command or URL of the server that source names");
  command
    .description("Submit an item for review")
    .addHelpText("after", examples(...submitExamples(kind, `${words} ${name}`)))
    .action(does(async () => (await import("./submit-item.js")).submitOf(kind)));
  if (name !== "submit") return;
  const release = sourceOptions(parent.command("release <item>")).argument("[source]", SOURCES[kind]);
  if (kind === "mcp")
    release.argument("[command...]", "after --, the command or URL of the server; source is its start");
  release
    .description("Submit a new version of an existing item")
    .option("--changelog <text>", "what changed in this version")
    .addHelpText("after", examples(`${words} release ada/example . --item-version 1.1.0 --changelog "Faster"`))
    .action(does(async () => (await import("./submit-item.js")).releaseOf(kind)));
}

const submitExamples = (kind: Kind, words: string): string[] => [
  `${words} .`,
  ...(kind === "mcp" ? [`${words} tickets -- npx -y @acme/tickets@1.4.0`, `${words} - < mcp.json`] : []),
  `${words} --from-file ${kind}.json --yes`,
];

function registerChanging(parent: Command, kind: Kind, does: Does): void {
  const words = `tack registry ${kind}`;
  parent
    .command("archive <item>")
    .addOption(sendsNothing())
    .description("Hide an item from the lists; existing installs keep working")
    .option("--undo", "unarchive the item")
    .addHelpText("after", examples(`${words} archive tickets`, `${words} archive tickets --undo`))
    .action(does(async () => (await import("./change-item.js")).archiveOf(kind)));
  registerDelete(parent, kind, does);
  registerTransfer(parent, kind, does);
  parent
    .command("edit <item>")
    .description("Edit a version that is not yet approved, in $EDITOR or from a file")
    .option("-f, --from-file <file>", "read the fields to change from a JSON file")
    .option("--submit", "submit it for review afterwards")
    .addOption(sendsNothing())
    .addHelpText("after", examples(`${words} edit tickets --from-file change.json --submit`))
    .action(does(async () => (await import("./edit-item.js")).editOf(kind)));
  const coAuthors = parent
    .command("co-authors")
    .description("Manage co-authors, who have the same permissions as the owner");
  coAuthors
    .command("list <item>")
    .description("List co-authors")
    .action(does(async () => (await import("./co-authors.js")).listCoAuthorsOf(kind)));
  coAuthors
    .command("add <item> <person>")
    .addOption(sendsNothing())
    .description("Add a co-author by email or username")
    .addHelpText("after", examples(`${words} co-authors add tickets bob@example.com`))
    .action(does(async () => (await import("./co-authors.js")).addCoAuthorOf(kind)));
  coAuthors
    .command("remove <item> <person>")
    .addOption(sendsNothing())
    .description("Remove a co-author by email, username or ID")
    .action(does(async () => (await import("./co-authors.js")).removeCoAuthorOf(kind)));
  if (kind !== "prompt") return;
  parent
    .command("render <item>")
    .description("Print a prompt with its variables filled in")
    .option("--var <name=value>", "value of a variable (repeatable)", repeatable)
    .addHelpText("after", examples("tack registry prompt render explain --var topic=indexes"))
    .action(does(async () => (await import("./render-prompt.js")).renderPrompt));
}

export function registerDelete(parent: Command, kind: Kind, does: Does): void {
  parent
    .command("delete <item>")
    .addOption(sendsNothing())
    .description("Delete an item permanently; its version numbers cannot be reused")
    .option("--yes", "do not ask for confirmation")
    .action(does(async () => (await import("./change-item.js")).deleteOf(kind)));
}

export function registerTransfer(parent: Command, kind: Kind, does: Does): void {
  const words = wordsFor(parent, kind);
  parent
    .command("transfer <item>")
    .addOption(sendsNothing())
    .description("Transfer an item to another owner, or accept or decline a transfer; co-authors are not transferred")
    .option("--to <person>", "new owner, by email or username; a transfer by an admin takes effect immediately")
    .addOption(new Option("--accept", "accept a transfer offered to you").conflicts(["to", "decline"]))
    .addOption(new Option("--decline", "decline a transfer, or cancel your own").conflicts("to"))
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples(`${words} transfer example --to bob`, `${words} transfer ada/example --accept`))
    .action(does(async () => (await import("./transfer-item.js")).transferOf(kind)));
}
