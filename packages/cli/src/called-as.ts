import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cli } from "./cli.js";

const NPX_FOLDER = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/;

/** How this program was started, for hints that can be pasted: `tack`, or `npx …` for a copy that is not installed. */
export function calledAs(env: Readonly<Record<string, string | undefined>>, program: string): string {
  const [, folder] = NPX_FOLDER.exec(program) ?? [];
  if (folder !== undefined) return `npx -y ${packageIn(folder) ?? "tack"}`;
  return env["npm_lifecycle_event"] === "npx" ? "npx tack" : "tack";
}

/** The server whose client npx runs: `npx -y <server>/tack.tgz login` signs in there. */
export function serverOfPackage(program: string): string | undefined {
  const [, folder] = NPX_FOLDER.exec(program) ?? [];
  const spec = folder === undefined ? undefined : packageIn(folder);
  return /^(https?:\/\/.+)\/tack\.tgz$/.exec(spec ?? "")?.[1];
}

/** What was typed after `npx`: npm keeps it beside the copy that it runs. */
function packageIn(folder: string): string | undefined {
  try {
    const { _npx: npx } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      _npx?: { packages?: readonly unknown[] };
    };
    const [spec] = npx?.packages ?? [];
    return typeof spec === "string" && /^[\w@:/.+~-]+$/.test(spec) ? spec : undefined;
  } catch {
    return undefined;
  }
}

/** The commands that consist of others, so that the words of a command in a hint are known. */
const GROUPS = new Set(
  (
    "admin agent alerts audit-log auth budgets canaries co-authors discover feed feedback hook keys mcp policy prompt " +
    "registry review sandbox server sessions skill sync team telemetry weights <kind>"
  ).split(" "),
);

const COMMAND = /(^|: |\. |\n +| {2,}|[Rr]un |with |, or )tack ((?:[a-z-]+|<kind>)(?: (?:[a-z-]+|<kind>))*)/g;

/**
 * Rewrites the commands in a hint, so that they do what is meant when they are pasted: they start as this one did, and go to the
 * server that it was told to use. Sentences about tack itself stay as they are.
 */
export function asCalled({ env, flags }: Pick<Cli, "env" | "flags">, hint: string): string {
  return withCall(hint, calledAs(env, process.argv[1] ?? ""), flags.server);
}

export function withCall(hint: string, call: string, server?: string): string {
  if (call === "tack" && server === undefined) return hint;
  return hint.replaceAll(COMMAND, (_, before: string, found: string, at: number) => {
    const words = found.split(" ");
    const count = words.findIndex((word) => !GROUPS.has(word)) + 1 || words.length;
    const [command, others] = [words.slice(0, count), words.slice(count)];
    const rest = hint.slice(at).trimStart().split("\n")[0] ?? "";
    const isElsewhere = command[0] === "server" || /--(?:server|help)\b/.test(rest);
    const options = server === undefined || isElsewhere ? "" : asTyped({ server });
    return `${before}${[call, ...command].join(" ")}${options}${others.map((word) => ` ${word}`).join("")}`;
  });
}

/** Options as they are typed, for a hint that goes on from a command that was given them: ` --harness codex --scope user`. */
export function asTyped(options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>): string {
  return Object.entries(options)
    .flatMap(([name, value]) => {
      const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (typeof value === "boolean") return value ? ` ${option}` : [];
      const values = typeof value === "string" ? [value] : (value ?? []);
      return values.map((each) => ` ${option} ${shellWord(each)}`);
    })
    .join("");
}

/** Quoted only where a shell would take it for something else. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
