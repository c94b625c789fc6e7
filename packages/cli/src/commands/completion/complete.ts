import type { Command, Option } from "commander";
import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { KINDS, parseName, TYPE_OF } from "../../kinds.js";
import { oneLine } from "../../printable.js";

interface Candidate {
  readonly word: string;
  readonly what: string;
}

/** Prints completion candidates, one per line, each followed by a tab and its description. */
export function completeFrom(program: Command) {
  return async (cli: Cli, words: readonly string[]): Promise<void> => {
    const found = [...candidates(program, words), ...(await offered(cli, program, words))];
    for (const { word, what } of found) say(cli, `${word}\t${what}`);
  };
}

export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.slice(0, -1);
  const begun = words.at(-1) ?? "";
  const { command } = commandOf(program, typed);
  const all = begun.startsWith("-") ? optionsOf(command) : [...commandsOf(command), ...choicesOf(command, typed)];
  return all.filter(({ word }) => word.startsWith(begun));
}

/** The command that was typed so far, and its arguments without options. */
function commandOf(program: Command, typed: readonly string[]): { command: Command; args: readonly string[] } {
  let command = program;
  const args: string[] = [];
  for (const word of typed) {
    if (word.startsWith("-")) continue;
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next) command = next;
    else args.push(word);
  }
  return { command, args };
}

/** Candidates that are not part of the command line's definition: harnesses, kinds, and the names of items. */
async function offered(cli: Cli, program: Command, words: readonly string[]): Promise<Candidate[]> {
  const [typed, begun] = [words.slice(0, -1), words.at(-1) ?? ""];
  if (begun.startsWith("-")) return [];
  const last = typed.at(-1) ?? "";
  if (last === "--harness") return starting(begun, await harnessNames());
  const { command } = commandOf(program, typed);
  const takesValue = findOption(command, last);
  if (takesValue && (takesValue.required || takesValue.optional)) return [];
  const argument = command.registeredArguments[0]?.name() ?? "";
  if (argument === "kind") return starting(begun, KINDS);
  if (!ITEM_ARGUMENTS.has(argument)) return [];
  return OF_INSTALLED.has(command.name()) ? installedNames(cli, begun) : itemNames(cli, typed, begun);
}

/** Commands about what is installed here, whatever the registry has. */
const OF_INSTALLED = new Set(["uninstall", "update"]);

const ITEM_ARGUMENTS = new Set(["item", "items", "agent", "listing", "entry"]);

const starting = (begun: string, words: readonly string[]): Candidate[] =>
  words.filter((word) => word.startsWith(begun)).map((word) => ({ word, what: "" }));

async function harnessNames(): Promise<readonly string[]> {
  const { HARNESS_ALIASES, HARNESS_IDS } = await import("@tackroom/harness");
  return [...HARNESS_IDS, ...Object.keys(HARNESS_ALIASES)];
}

const ASK_LIMIT_SECONDS = "1";

/** A shell waits for its candidates, so the server is given little time, and an error only means that there are none. */
async function itemNames(cli: Cli, typed: readonly string[], begun: string): Promise<Candidate[]> {
  const { kind: named, name } = parseName(begun);
  const kind = named ?? (typed[0] === "agent" ? "agent" : KINDS.find((each) => each === typed[1]));
  const [start, namespace] = name.split("/").toReversed();
  try {
    const api = openApi({ ...cli, env: { ...cli.env, TACK_TIMEOUT: ASK_LIMIT_SECONDS } });
    // Of a large registry, the first page is far from everything, so it is searched for what was typed.
    const query = { type: kind && TYPE_OF[kind], namespace, q: start || undefined, limit: 100 };
    const { items } = await api.call("listRegistry", { query });
    return namesFrom(items, begun);
  } catch {
    return [];
  }
}

/** A lockfile that cannot be read is the business of the command itself. */
async function installedNames(cli: Cli, begun: string): Promise<Candidate[]> {
  const { lockPath, readLock } = await import("../../install/lock-file.js");
  const { kind } = parseName(begun);
  try {
    const rows = (["project", "user"] as const).flatMap((scope) => readLock(lockPath(cli, scope))?.items ?? []);
    const wanted = rows.filter(({ type }) => kind === undefined || type === kind);
    // One row for each harness.
    return namesFrom([...new Map(wanted.map((row) => [row.qualified_name, row])).values()], begun);
  } catch {
    return [];
  }
}

interface Named {
  readonly qualified_name: string;
  readonly description?: string | null;
}

function namesFrom(items: readonly Named[], begun: string): Candidate[] {
  const { name } = parseName(begun);
  const before = begun.slice(0, begun.length - name.length);
  // The name alone is enough for what is typed without a namespace.
  const isShort = name !== "" && !name.includes("/");
  return items
    .flatMap(({ qualified_name: full, description }) =>
      [full, ...(isShort ? [full.split("/").at(-1) ?? full] : [])].map((word) => ({
        word: before + word,
        what: oneLine(description ?? ""),
      })),
    )
    .filter(({ word }) => word.startsWith(begun));
}

/** Commander lists hidden commands together with the others. */
function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ word: each.name(), what: each.description() }));
}

function optionsOf(command: Command): Candidate[] {
  return chainOf(command).flatMap((each) =>
    each.options.flatMap(({ long, description }) => (long ? [{ word: long, what: description }] : [])),
  );
}

/** The choices of an option, after an option that has choices. */
function choicesOf(command: Command, typed: readonly string[]): Candidate[] {
  return (findOption(command, typed.at(-1) ?? "")?.argChoices ?? []).map((word) => ({ word, what: "" }));
}

function findOption(command: Command, typed: string): Option | undefined {
  if (!typed.startsWith("-")) return undefined;
  return chainOf(command)
    .flatMap(({ options }) => options)
    .find(({ long, short }) => [long, short].includes(typed));
}

function chainOf(command: Command): Command[] {
  const chain: Command[] = [];
  for (let at: Command | null = command; at; at = at.parent) chain.push(at);
  return chain;
}
