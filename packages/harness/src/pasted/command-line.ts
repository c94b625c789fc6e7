import { readAddCommand } from "./add-command.js";
import type { PastedEntry } from "./pasted-server.js";
import { ShellSyntaxError, shellWords } from "./shell-words.js";

const LAUNCHERS =
  /(?:^|[\\/])(?:npx|bunx|pnpm|pnpx|yarn|npm|uvx|uv|pipx|python[\d.]*|py|node|deno|bun|docker|podman|go|java|dotnet|cargo|ruby|php|bash|sh|cmd)(?:\.exe|\.cmd)?$/;
/** What prepares a machine, and starts no server. */
const PREPARES =
  /^(?:export|set|cd|git|curl|wget|brew|apt|apt-get|sudo|pip|pip3|mkdir|cp|echo|cat|source|chmod)$|^(?:npm|pnpm|yarn|bun|cargo|go|uv|pipx|dotnet)\s+(?:i|install|add|build|ci|get|sync|tool|ensurepath|pip)\b|^docker\s+(?:pull|build)\b|^(?:claude|codex|gemini|copilot|cursor|code)$/;
const LOOKS_LIKE_SERVER = /mcp|serve|stdio|\s--?\w/i;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([^]*)$/;

export type CommandLines = { readonly entries: readonly PastedEntry[] } | { readonly problem: string };

/** The servers that command lines start or add, one for each line. */
export function readCommandLines(text: string): CommandLines {
  const lines = logicalLines(text);
  const entries: PastedEntry[] = [];
  let problem: string | undefined;
  for (const line of lines) {
    try {
      const entry = readLine(line);
      if (entry) entries.push(entry);
      else problem ??= notUnderstood(line);
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      problem ??= error.message;
    }
  }
  if (entries.length > 0) return { entries };
  return { problem: problem ?? "Nothing was pasted." };
}

/** Without prompts and comments; a backslash or a caret at the end of a line continues it. */
function logicalLines(text: string): string[] {
  return text
    .replaceAll(/[\\^`][ \t]*\n/g, " ")
    .split("\n")
    .map((line) => line.trim().replace(/^(?:\$|>|%)\s+/, ""))
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("//"));
}

function readLine(line: string): PastedEntry | undefined {
  const words = shellWords(line);
  const added = readAddCommand(words);
  if (added) return added;
  if (prepares(line)) return undefined;
  const [environment, [command = "", ...args]] = withoutAssignments(words);
  if (/^https?:\/\//.test(command)) return args.length === 0 ? { name: "", entry: { url: command } } : undefined;
  const isCommand = LAUNCHERS.test(command) || /[\\/]/.test(command) || LOOKS_LIKE_SERVER.test(line);
  if (!isCommand || !/^[\w@.~$%{}:+\\/-]+$/.test(command)) return undefined;
  return { name: "", entry: { command, args, env: environment } };
}

const prepares = (line: string): boolean => {
  const [program = "", verb = ""] = line.split(/\s+/, 2);
  return PREPARES.test(program) || PREPARES.test(`${program} ${verb}`);
};

/** `TOKEN=abc npx …`, also after `env`. */
function withoutAssignments(words: readonly string[]): [Record<string, string>, readonly string[]] {
  const from = words[0] === "env" ? 1 : 0;
  const end = words.findIndex((word, at) => at >= from && !ASSIGNMENT.test(word));
  const assignments = words.slice(from, end === -1 ? undefined : end).flatMap((word) => {
    const [, name = "", value = ""] = ASSIGNMENT.exec(word) ?? [];
    return [[name, value] as const];
  });
  return [Object.fromEntries(assignments), end === -1 ? [] : words.slice(end)];
}

function notUnderstood(line: string): string {
  const [first = ""] = line.split(/\s/, 1);
  if (prepares(line)) return `“${first} …” prepares a machine, but does not start a server.`;
  return `“${first.slice(0, 40)}” is not a command that starts a server, a URL, JSON or TOML.`;
}
