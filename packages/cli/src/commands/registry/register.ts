import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { registerInstall } from "../../install/register.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";
import { registerSync } from "../sync/register.js";
import { KINDS, type Kind } from "../../kinds.js";

const TITLES: Readonly<Record<Kind, string>> = {
  mcp: "MCP servers",
  agent: "agents",
  skill: "skills",
  hook: "hooks",
  prompt: "prompts",
  sandbox: "sandboxes",
};

export function registerRegistry(program: Command, does: Does, isTyped: IsTyped): void {
  const registry = program.command("registry").description("What the registry holds: submit, find, version, share");
  if (!isTyped("registry")) return;
  for (const kind of KINDS) {
    const parent = registry.command(kind).description(`The ${TITLES[kind]} of the registry`);
    registerSubmitting(parent, kind, does);
    registerReading(parent, kind, does);
    registerInstall(parent, kind, does);
    registerChanging(parent, kind, does);
    if (kind === "mcp") registerSync(parent, does);
  }
  registry
    .command("transfers")
    .description("Items that you are offered, and those that you offer")
    .addOption(new Option("--direction <direction>", "only these").choices(["incoming", "outgoing"]))
    .addHelpText("after", examples("tack registry transfers", "tack registry transfers --direction incoming -o json"))
    .action(does(async () => (await import("./transfer-item.js")).listTransfers));
}

/** How the commands of a kind begin: `tack agent` has some of those of `tack registry agent`. */
const wordsFor = (parent: Command, kind: Kind): string =>
  parent.parent?.name() === "registry" ? `tack registry ${kind}` : `tack ${kind}`;

/** `list`, `my`, `show`, `versions`: also what `tack agent` has. */
export function registerReading(parent: Command, kind: Kind, does: Does): void {
  const words = wordsFor(parent, kind);
  pageOptions(parent.command("list"))
    .description("What you may see and install")
    .option("--search <words>", "only those with these words")
    .option("--namespace <namespace>", "of this person or team")
    .option("--category <category>", "of this category")
    .option("--tag <tag>", "with this tag")
    .option("--harness <harness>", "that work in this harness")
    .option("--task-type <type>", "of this task type (skills)")
    .addHelpText("after", examples(`${words} list --search review`))
    .action(does(async () => (await import("./list-items.js")).listOf(kind)));
  pageOptions(parent.command("my"))
    .description("Your own, in any state")
    .addHelpText("after", examples(`${words} my`))
    .action(does(async () => (await import("./list-items.js")).listMineOf(kind)));
  parent
    .command("show <item>")
    .description("One, by name, namespace/name or id")
    .addHelpText("after", examples(`${words} show ada/tickets`, `${words} show tickets -o json`))
    .action(does(async () => (await import("./show-item.js")).showOf(kind)));
  parent
    .command("versions <item>")
    .description("Its versions, newest first")
    .addHelpText("after", examples(`${words} versions ada/tickets`))
    .action(does(async () => (await import("./show-item.js")).versionsOf(kind)));
}

const SOURCES: Readonly<Record<Kind, string>> = {
  mcp: "a folder with server.json, .mcp.json or package.json, such a file, or a git URL",
  agent: "agent.yaml, or a Markdown agent of Claude Code",
  skill: "a folder with SKILL.md, that file, or a git URL",
  hook: "a JSON file",
  prompt: "a Markdown file with {{ variables }}",
  sandbox: "a JSON or YAML file",
};

/** What is submitted and released comes from the same places. */
const sourceOptions = (command: Command): Command =>
  command
    .option("--name <name>", "another name than the source says")
    .option("--item-version <version>", "another version than the source says")
    .option("--description <text>", "what it is for")
    .option("--category <category>", "of an MCP server, agent or prompt")
    .option("--task-type <type>", "of a skill")
    .option("-f, --from-file <file>", "the whole submission, as JSON")
    .option("--yes", "do not ask");

export function registerSubmitting(parent: Command, kind: Kind, does: Does, name = "submit"): void {
  const words = wordsFor(parent, kind);
  sourceOptions(parent.command(name))
    .argument("[source]", SOURCES[kind])
    .description("Hand one in for review")
    .addHelpText("after", examples(`${words} ${name} .`, `${words} ${name} --from-file ${kind}.json --yes`))
    .action(does(async () => (await import("./submit-item.js")).submitOf(kind)));
  if (name !== "submit") return;
  sourceOptions(parent.command("release <item>"))
    .argument("[source]", SOURCES[kind])
    .description("Hand in a further version of one that is there")
    .option("--changelog <text>", "what is new")
    .addHelpText("after", examples(`${words} release ada/example . --item-version 1.1.0 --changelog "Faster"`))
    .action(does(async () => (await import("./submit-item.js")).releaseOf(kind)));
}

function registerChanging(parent: Command, kind: Kind, does: Does): void {
  const words = `tack registry ${kind}`;
  parent
    .command("archive <item>")
    .description("Take it out of the lists; what has it keeps it")
    .option("--undo", "put it back")
    .addHelpText("after", examples(`${words} archive tickets`, `${words} archive tickets --undo`))
    .action(does(async () => (await import("./change-item.js")).archiveOf(kind)));
  registerDelete(parent, kind, does);
  registerTransfer(parent, kind, does);
  parent
    .command("edit <item>")
    .description("Change what is not approved yet, in $EDITOR or from a file")
    .option("-f, --from-file <file>", "the fields to change, as JSON")
    .option("--submit", "hand it in for review afterwards")
    .addHelpText("after", examples(`${words} edit tickets --from-file change.json --submit`))
    .action(does(async () => (await import("./edit-item.js")).editOf(kind)));
  const coAuthors = parent.command("co-authors").description("Who else may do what its owner may");
  coAuthors
    .command("list <item>")
    .description("Its co-authors")
    .action(does(async () => (await import("./co-authors.js")).listCoAuthorsOf(kind)));
  coAuthors
    .command("add <item> <person>")
    .description("Add someone, by email or username")
    .addHelpText("after", examples(`${words} co-authors add tickets bob@example.com`))
    .action(does(async () => (await import("./co-authors.js")).addCoAuthorOf(kind)));
  coAuthors
    .command("remove <item> <person>")
    .description("Remove someone, by email, username or id")
    .action(does(async () => (await import("./co-authors.js")).removeCoAuthorOf(kind)));
  if (kind !== "prompt") return;
  parent
    .command("render <item>")
    .description("The prompt with its variables filled in")
    .option(
      "--var <name=value>",
      "a variable; may be repeated",
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .addHelpText("after", examples("tack registry prompt render explain --var topic=indexes"))
    .action(does(async () => (await import("./render-prompt.js")).renderPrompt));
}

export function registerDelete(parent: Command, kind: Kind, does: Does): void {
  parent
    .command("delete <item>")
    .description("Delete it for ever; its versions are never used again")
    .option("--yes", "do not ask")
    .action(does(async () => (await import("./change-item.js")).deleteOf(kind)));
}

export function registerTransfer(parent: Command, kind: Kind, does: Does): void {
  const words = wordsFor(parent, kind);
  parent
    .command("transfer <item>")
    .description("Offer it to someone else, or answer an offer; co-authors do not come along")
    .option("--to <person>", "offer it to them, by email or username; as an admin, move it at once")
    .addOption(new Option("--accept", "become the owner of what you are offered").conflicts(["to", "decline"]))
    .addOption(new Option("--decline", "turn an offer down, or take your own back").conflicts("to"))
    .option("--yes", "do not ask")
    .addHelpText("after", examples(`${words} transfer example --to bob`, `${words} transfer ada/example --accept`))
    .action(does(async () => (await import("./transfer-item.js")).transferOf(kind)));
}
