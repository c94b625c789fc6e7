import type { FileFormat, FileToMerge, FileToWrite } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import type { FileEdit } from "./edits.js";
import { sha256 } from "./file-history.js";
import { formatOf } from "./locked-rows.js";
import { pathsOf } from "./places.js";
import type { WantedFile } from "./plan-install.js";
import type { Entry } from "./text/merge-text.js";
import { isObject, partsOf, valueAt, type Members } from "./text/values.js";

/** The members of an install or pull response that concern files. */
export interface InstallReply {
  readonly config_snippet: Readonly<Record<string, unknown>>;
  /** The file for a single MCP server. For agents, it is part of the snippet. */
  readonly mcp_config?: unknown;
  readonly config_path?: string | null;
  readonly files?: readonly FileToWrite[];
  readonly source_fetch?: Readonly<Record<string, unknown>> | null;
  readonly notes?: readonly string[];
}

type Where = Pick<Machine, "home" | "platform">;
interface FileAsked {
  readonly path: string;
  readonly edit: FileEdit;
}

/** The members of a snippet that are files. All others are for people or other clients. */
const FILE_MEMBERS = [
  "agent_profile",
  "agent_files",
  "skills",
  "files",
  "hook_files",
  "prompt_files",
  "hooks_config",
  "prompt_config",
  "prompt_configs",
] as const;

/** The files of a response, each listed once with all its edits. */
export function filesOfReply(machine: Where, reply: InstallReply): WantedFile[] {
  const { config_snippet: snippet, mcp_config: mcpConfig, config_path: configPath, files = [] } = reply;
  // If `mcp_config` is meant for a command of the harness, `mcp_file` has the same content for clients that write files.
  const members = ["mcp_file" in snippet ? "mcp_file" : "mcp_config", ...FILE_MEMBERS];
  const given = [...listed(mcpConfig), ...members.flatMap((member) => listed(snippet[member])), ...files];
  const asked = given.map((file) => readFile(machine, file));
  if (configPath) asked.push(hooksFile(configPath, snippet));
  return grouped(asked);
}

const listed = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
};

function readFile(machine: Where, file: unknown): FileAsked {
  if (!isObject(file) || typeof file["path"] !== "string") throw strange();
  const { path, content } = file;
  if (typeof content === "string") return { path, edit: writeOrSection(file as unknown as TextFile) };
  if (!isObject(content) || !Array.isArray(file["keys"])) throw strange();
  const { format, keys } = file as unknown as FileToMerge;
  return { path, edit: { kind: "merge", format, entries: keys.flatMap((key) => entriesOf(machine, content, key)) } };
}

type TextFile = FileToWrite & { readonly merge?: string; readonly sha256?: string };

function writeOrSection({ path, content, encoding, executable = false, merge, sha256: expected }: TextFile): FileEdit {
  const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
  if (expected !== undefined && sha256(bytes) !== expected) throw changedOnTheWay(path);
  const [begin] = /^<!-- tackroom:begin .+ -->(?=\n)/.exec(content) ?? [];
  if (merge === undefined || begin === undefined) {
    return { kind: "write", content: bytes, executable };
  }
  return { kind: "section", begin, end: begin.replace("tackroom:begin", "tackroom:end"), text: content };
}

function entriesOf(machine: Where, content: Members, pointer: string): Entry[] {
  if (!pointer.endsWith("/-")) {
    const value = valueAt(content, partsOf(pointer));
    if (value === undefined) throw strange();
    return [{ pointer, value }];
  }
  const elements = valueAt(content, partsOf(pointer.slice(0, -2)));
  if (!Array.isArray(elements)) throw strange();
  return elements.map((value: unknown) => ({ pointer, value: withHome(machine, value) }));
}

/** Goose does not support `~` in recipe paths. */
function withHome({ home, platform }: Where, value: unknown): unknown {
  const path = isObject(value) ? value["recipe_path"] : undefined;
  if (!isObject(value) || typeof path !== "string" || !path.startsWith("~/")) return value;
  return { ...value, recipe_path: pathsOf(platform).join(home, path.slice(2)) };
}

/** A single hook only names its file: each handler is an element in the list of its event. */
function hooksFile(path: string, snippet: Members): FileAsked {
  const format: FileFormat = formatOf(path);
  const entries = Object.entries(snippet).flatMap(([name, value]): Entry[] => {
    const own = pointerOf(name);
    if (name !== "hooks" || !isObject(value)) return [{ pointer: own, value }];
    return Object.entries(value).flatMap(([event, handlers]) =>
      listed(handlers).map((handler) => ({ pointer: `${own}${pointerOf(event)}/-`, value: handler })),
    );
  });
  return { path, edit: { kind: "merge", format, entries } };
}

const pointerOf = (part: string): string => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`;

function grouped(asked: readonly FileAsked[]): WantedFile[] {
  const files = new Map<string, FileEdit[]>();
  for (const { path, edit } of asked) {
    const edits = files.get(path) ?? [];
    files.set(path, edits);
    // A skill's main file is sent both separately and among its files.
    const isTwice = edit.kind === "write" && edits.some((other) => other.kind === "write");
    if (!isTwice) edits.push(edit);
    else if (edit.executable) edits.splice(0, 1, edit);
  }
  return Array.from(files, ([path, edits]) => ({ path, edits }));
}

const changedOnTheWay = (path: string): CliError =>
  new CliError("conflict", `The content of ${path} does not match the registry's checksum. Nothing was written.`, {
    resource: path,
    remediation: "Check whether something between the registry and this machine, such as a proxy, modifies responses.",
  });

const strange = (): CliError =>
  new CliError("unavailable", "The server sent a file in a format that this version of tack does not support.", {
    remediation: "Update tack. The server may be newer.",
  });
