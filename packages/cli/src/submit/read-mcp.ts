import { basename } from "node:path";
import { readScannedFile, type FoundComponent } from "@tackroom/harness";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";
import { CliError, usageError } from "../errors.js";
import { readDataFile, readTextFile } from "./read-file.js";
import { submissionOfServerJson } from "./server-json.js";
import { fileIn, nameOfGit, type Source } from "./source.js";
import { draftIn, draftsIn, isDraft, present, textIn, type Draft } from "./submission.js";

const NAMES = ["server.json", ".mcp.json", "mcp.json", "package.json"];

/** A repository, a `server.json`, an entry of a harness's file, or an executable package. */
export function readMcp(cli: Cli, source: Source, wanted?: string): Draft {
  if (source.kind === "git") {
    if (source.path !== undefined) {
      throw usageError(
        "An MCP server can only be submitted from the root of a repository, not from a folder in it.",
        `Submit ${source.url}, or clone it and submit the server.json in the folder.`,
      );
    }
    return present({ name: nameOfGit(source), git_url: source.url, git_ref: source.ref });
  }
  const path = fileIn(source, NAMES, "MCP server");
  const document = readDataFile(path);
  if (isServerJson(document)) {
    const { draft, notes } = submissionOfServerJson(document, path);
    warn(cli, notes);
    return draft;
  }
  if (basename(path) === "package.json") return submissionOfPackage(document, path);
  return submissionOfEntry(cli, { path, document }, wanted);
}

function isServerJson(document: Draft): boolean {
  const schema = textIn(document, "$schema") ?? "";
  return (
    schema.includes("server.schema.json") ||
    draftsIn(document, "packages").length > 0 ||
    Array.isArray(document["remotes"])
  );
}

/** `npx` starts the program in a package's `bin`. */
function submissionOfPackage(document: Draft, path: string): Draft {
  const [name, version] = [textIn(document, "name"), textIn(document, "version")];
  const { bin } = document;
  if (name === undefined || (typeof bin !== "string" && !isDraft(bin))) {
    throw new CliError(
      "validation",
      `${basename(path)} has no bin, so the server cannot be started by its package name.`,
      {
        resource: path,
        remediation: "Add a bin, or submit a server.json, a .mcp.json or the repository.",
      },
    );
  }
  const { repository } = document;
  const address = typeof repository === "string" ? repository : textIn(draftIn(document, "repository"), "url");
  return present({
    name: name.split("/").at(-1),
    description: textIn(document, "description"),
    version,
    command: "npx",
    args: ["-y", version === undefined ? name : `${name}@${version}`],
    transport: "stdio",
    framework: "typescript",
    git_url: webAddress(address),
  });
}

/** npm writes `git+https://…` and `github:acme/tools`. */
function webAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const [, owner] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(address) ?? [];
  if (owner !== undefined) return `https://github.com/${owner}`;
  const plain = address.replace(/^git\+/, "").replace(/^git:\/\//, "https://");
  return /^(?:https?:\/\/|ssh:\/\/|git@)/.test(plain) ? plain : undefined;
}

/** The members under which harnesses list their servers. */
const MEMBERS = ["mcpServers", "servers", "mcp_servers", "context_servers", "amp.mcpServers", "mcp", "extensions"];

/** A server from a harness's file. The values of variables and headers are not read, only their names. */
function submissionOfEntry(
  cli: Cli,
  { path, document }: { readonly path: string; readonly document: Draft },
  wanted: string | undefined,
): Draft {
  const all = entriesIn(path, document);
  const found = all.filter(({ unregistrable }) => !unregistrable);
  const [chosen] = found.filter(({ name }) => found.length === 1 || name === wanted);
  const [refused] = all.filter(({ name }) => all.length === 1 || name === wanted);
  if (refused?.unregistrable && (chosen === undefined || refused.name === wanted))
    throw new CliError("validation", `${basename(path)}: ${refused.unregistrable.reason}`, { resource: path });
  if (chosen === undefined)
    throw notOne(
      path,
      found.map(({ name }) => name),
    );
  warn(cli, notesOn(chosen, basename(path)));
  return submissionOf(chosen);
}

/** What of a server is not submitted. */
function notesOn({ leftOut = [], valued = [] }: FoundComponent, file: string): string[] {
  const ignored = `Ignored in ${file}, because the registry does not support it: ${leftOut.join(", ")}`;
  return [
    ...(leftOut.length === 0 ? [] : [ignored]),
    ...(valued.length === 0 ? [] : [`The values of ${valued.join(", ")} are not submitted, only their names.`]),
  ];
}

function entriesIn(path: string, document: Draft): readonly FoundComponent[] {
  const isSingleProcess = textIn(document, "command", "url", "serverUrl") !== undefined;
  const text = isSingleProcess
    ? JSON.stringify({ mcpServers: { [textIn(document, "name") ?? ""]: document } })
    : readTextFile(path);
  const place = {
    type: "mcps",
    scope: "project",
    pattern: path,
    members: MEMBERS.map((member) => [member]),
    isBareMap: true,
  } as const;
  const scanned = readScannedFile({ path: isSingleProcess ? "entry.json" : path, text }, place, []);
  return "components" in scanned ? scanned.components : [];
}

function submissionOf({ entry, name }: FoundComponent): Draft {
  return present({
    name: name === "" ? undefined : name,
    ...reachOf(entry),
    headers: namesIn(entry["headers"]),
    environment_variables: namesIn(Object.keys(draftIn(entry, "env"))),
  });
}

/** One of the servers in a file, or why it cannot be submitted. */
export interface ServerInFile {
  readonly name: string;
  readonly draft: Draft;
  readonly notes: readonly string[];
  readonly problem?: string;
}

/** Every server in a `server.json` or a harness's file. Empty for a file about something else. */
export function readServers(path: string): readonly ServerInFile[] {
  const document = readDataFile(path);
  if (isServerJson(document)) {
    const { draft, notes } = submissionOfServerJson(document, path);
    return [{ name: textIn(draft, "name") ?? "", draft, notes }];
  }
  if (!MEMBERS.some((member) => isDraft(document[member]))) return [];
  const described = (name: string): Draft =>
    MEMBERS.map((member) => draftIn(draftIn(document, member), name)).find((each) => Object.keys(each).length > 0) ??
    {};
  return entriesIn(path, document).map((found) => ({
    name: found.name,
    draft: present({ ...submissionOf(found), description: textIn(described(found.name), "description") }),
    notes: notesOn(found, basename(path)),
    ...(found.unregistrable && { problem: found.unregistrable.reason }),
  }));
}

function notOne(path: string, names: readonly string[]): CliError {
  if (names.length > 0) {
    return usageError(`${basename(path)} contains several servers: ${names.join(", ")}.`, "Choose one with --name");
  }
  return new CliError("validation", `${basename(path)} contains no MCP server.`, {
    resource: path,
    remediation: "Submit a server.json, a .mcp.json, a package.json with a bin, or a repository.",
  });
}

function reachOf({ command, args, url }: Draft): Draft {
  // A plain URL means streamable HTTP today; the server would default to the older transport.
  return url === undefined ? { command, args, transport: "stdio" } : { url, transport: "streamable-http" };
}

function namesIn(names: unknown): readonly Draft[] | undefined {
  if (!Array.isArray(names) || names.length === 0) return undefined;
  return names.map((name) => ({ name: String(name), description: "", required: true }));
}
