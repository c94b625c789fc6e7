import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { basename, dirname, join } from "node:path";
import { hookHarnessOf, lineWithSecret, parseData, readScannedFile, type FoundComponent } from "@tackroom/harness";
import type { Cli } from "../cli.js";
import { CliError } from "../errors.js";
import type { Kind } from "../kinds.js";
import { addScript } from "../scan/hook-scripts.js";
import { wholeVersion } from "../submit/complete-draft.js";
import { readAgent } from "../submit/read-agent.js";
import { readTextFile } from "../submit/read-file.js";
import { readServers } from "../submit/read-mcp.js";
import { readPrompt } from "../submit/read-prompt.js";
import { readSkill } from "../submit/read-skill.js";
import { present, textIn, type Draft } from "../submit/submission.js";
import { isMeant } from "./classify.js";
import type { FoundItem } from "./found-item.js";

/** The description of the source, for items that have none. */
export interface Folder {
  /** Absolute. */
  readonly root: string;
  /** The last part of its address. */
  readonly name: string;
}

/** The items of one kind in a file. A file that is something else holds none; one that is broken is refused with the reason. */
export function readItems(cli: Cli, folder: Folder, path: string, kind: Kind): readonly FoundItem[] {
  const file = join(folder.root, path);
  try {
    if (kind === "mcp") return readServerItems(folder, path);
    if (kind === "hook") return readHookItems(cli, folder, path);
    if (path.endsWith(".md") && kind !== "skill" && !isMeant(kind, path, readTextFile(file))) return [];
    return [readOne(cli, path, file, kind)];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [refused(kind, path, nameOf(path, kind), [error.message, error.details.remediation ?? ""].join(" ").trim())];
  }
}

const nameOf = (path: string, kind: Kind): string => {
  const stem = basename(path).replace(/(?:\.(?:agent|chatmode|prompt))?\.\w+$/i, "");
  return kind === "skill" ? basename(dirname(path)) : stem;
};

const refused = (type: Kind, path: string, name: string, refusal: string): FoundItem => ({
  type,
  path,
  name: name === "" || name === "." ? path : name,
  refusal,
  notes: [],
});

const DEFAULTS: Partial<Record<Kind, Draft>> = {
  skill: { task_type: "general" },
  prompt: { category: "general" },
  mcp: { category: "general" },
};

function readOne(cli: Cli, path: string, file: string, kind: Kind): FoundItem {
  const { quiet, notes } = noting(cli);
  const draft =
    kind === "skill"
      ? readSkill(quiet, { kind: "folder", path: dirname(file) })
      : READERS[kind === "agent" ? "agent" : "prompt"](quiet, { kind: "file", path: file });
  const secret = kind === "skill" ? undefined : lineWithSecret(readFileSync(file, "utf8"));
  const name = textIn(draft, "name") ?? nameOf(path, kind);
  if (secret !== undefined) return refused(kind, path, name, secretIn(secret, path));
  return { type: kind, path, name, payload: completed(kind, { ...draft, name }), notes: notes() };
}

const READERS = { agent: readAgent, prompt: readPrompt } as const;

const secretIn = (line: number, path: string): string =>
  `Line ${line} of ${basename(path)} contains what looks like a secret. Remove it, and revoke it if it is in use.`;

function completed(kind: Kind, draft: Draft): Draft {
  const { version, ...rest } = draft;
  const number = wholeVersion(typeof version === "string" ? version : undefined);
  return present({ ...DEFAULTS[kind], ...rest, version: number });
}

function readServerItems(folder: Folder, path: string): FoundItem[] {
  const servers = readServers(join(folder.root, path));
  return servers.map(({ name, draft, notes, problem }) => {
    const at = servers.length === 1 ? path : `${path}#${name}`;
    if (problem !== undefined) return refused("mcp", at, name, problem);
    const description = `The MCP server ${name} of ${folder.name}`;
    return { type: "mcp", path: at, name, payload: completed("mcp", { description, ...draft, name }), notes };
  });
}

function readHookItems(cli: Cli, folder: Folder, path: string): FoundItem[] {
  const file = join(folder.root, path);
  const text = readTextFile(file);
  const document = dataOf(path, text);
  if (document === undefined || typeof document["hooks"] !== "object" || document["hooks"] === null) return [];
  const place = { type: "hooks", scope: "project", pattern: path, hooks: "document" } as const;
  const scanned = readScannedFile({ path: file, text }, place, [hookHarnessOf(path, document)]);
  if ("problem" in scanned) return [refused("hook", path, nameOf(path, "hook"), scanned.problem)];
  const found = scanned.components.map((component) => addScript(cli, component, { file, root: folder.root }));
  return found.map((component, at) => hookItem(component, path, { document, isOnly: found.length === 1, at }));
}

function dataOf(path: string, text: string): Draft | undefined {
  try {
    return parseData(path, text);
  } catch {
    // Some other program's file, which is not ours to judge.
    return undefined;
  }
}

function hookItem(
  { name, entry, unregistrable, leftOut = [], pointer }: FoundComponent,
  path: string,
  { document, isOnly, at }: { readonly document: Draft; readonly isOnly: boolean; readonly at: number },
): FoundItem {
  const where = isOnly ? path : `${path}#${pointer ?? String(at + 1)}`;
  if (unregistrable) return refused("hook", where, name, unregistrable.reason);
  const event = textIn(entry, "event") ?? "an event";
  const description = textIn(document, "description") ?? `Runs at ${event}`;
  const notes = leftOut.length === 0 ? [] : [`Ignored: ${leftOut.join(", ")}`];
  return { type: "hook", path: where, name, payload: completed("hook", { description, ...entry, name }), notes };
}

/** The readers warn on the terminal; here the warnings belong to one of hundreds of items. */
function noting(cli: Cli): { readonly quiet: Cli; readonly notes: () => string[] } {
  let text = "";
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return {
    quiet: { ...cli, stderr },
    notes: () => text.split("\n").flatMap((line) => (line === "" ? [] : [line.replace(/^! /, "")])),
  };
}
