import { basename, dirname, join } from "node:path";
import { hookHarnessOf, readScannedFile, type FoundComponent } from "@tackroom/harness";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";
import { CliError, usageError } from "../errors.js";
import { pathInside } from "../path-inside.js";
import { addScript } from "../scan/hook-scripts.js";
import { readDataFile, readExactText, readMarkdownFile, readTextFile } from "./read-file.js";
import { fileIn, notFromGit, type Source } from "./source.js";
import { draftIn, present, textIn, type Draft } from "./submission.js";

const NAMES = ["hook.json", "hook.yaml", "hook.yml", "hooks.json", "hooks/hooks.json"];

/** A description with the API's member names and its script in a file next to it, or a hook from a harness's file. */
export function readHook(cli: Cli, source: Source, wanted?: string): Draft {
  if (source.kind === "git") throw notFromGit("hook");
  const path = fileIn(source, NAMES, "hook");
  const members = readDataFile(path);
  if (textIn(members, "event") === undefined && members["hooks"] !== undefined)
    return hookOfSettings(cli, { path, root: source.kind === "folder" ? source.path : projectOf(path) }, wanted);
  if (textIn(members, "event") === undefined) {
    throw new CliError("validation", `${basename(path)} does not specify the event of the hook.`, {
      resource: path,
      remediation: 'Add it, for example "event": "PostToolUse"',
    });
  }
  const config = draftIn(members, "handler_config");
  return present({
    handler_type: textIn(config, "url") === undefined ? "command" : "http",
    ...members,
    version: textIn(members, "version"),
    ...scriptOf(path, members),
  });
}

/** Scripts are easier to maintain in a separate file. */
function scriptOf(path: string, members: Draft): Draft {
  const filename = textIn(members, "script_filename");
  if (filename === undefined || members["script_content"] !== undefined) return {};
  const script = join(dirname(path), basename(filename));
  if (pathInside(dirname(path), script) === undefined) {
    throw new CliError("not_found", `The script ${filename} was not found next to ${basename(path)}.`, {
      resource: script,
      remediation: "Put it there, or set script_content to its text.",
    });
  }
  return { script_filename: basename(filename), script_content: readExactText(script) };
}

/** The folder that the commands in a file of hooks start from: the one with `.claude`, `.github/hooks` or a plugin's `hooks`. */
const projectOf = (path: string): string => above(above(dirname(path), /^hooks$/), /^\./);

const above = (folder: string, name: RegExp): string => (name.test(basename(folder)) ? dirname(folder) : folder);

interface SettingsFile {
  readonly path: string;
  /** Only scripts in this folder are read: the file names them, and may be somebody else's. */
  readonly root: string;
}

/** A file of a harness: Claude Code's settings, Copilot's or Cursor's hooks.json, and others. */
function hookOfSettings(cli: Cli, { path, root }: SettingsFile, wanted: string | undefined): Draft {
  const place = { type: "hooks", scope: "project", pattern: path, hooks: "document" } as const;
  const text = readTextFile(path);
  const harness = hookHarnessOf(path.replaceAll("\\", "/"), readDataFile(path));
  const scanned = readScannedFile({ path, text }, place, [harness]);
  if ("problem" in scanned) throw new CliError("validation", scanned.problem, { resource: path });
  const found = scanned.components.map((component) => addScript(cli, component, { file: path, root }));
  const hooks = found.filter(({ unregistrable }) => unregistrable === undefined);
  const chosen = wanted === undefined || hooks.length === 1 ? hooks : hooks.filter(({ name }) => name === wanted);
  const [only, ...others] = chosen;
  if (only === undefined) throw noHook(path, found);
  if (others.length > 0) {
    const names = hooks.map(({ name }) => name).join(", ");
    throw usageError(`${basename(path)} contains several hooks: ${names}.`, "Choose one with --name");
  }
  warn(cli, notTaken(path, only, found));
  return { name: only.name, ...only.entry, ...aboutHook(path) };
}

/** A hook that cannot be represented exactly is rejected with the reason. */
function noHook(path: string, found: readonly FoundComponent[]): CliError {
  const reasons = found.map(({ name, unregistrable }) => `${name}: ${unregistrable?.reason ?? ""}`);
  return usageError(
    `${basename(path)} contains no hook that the registry supports.${reasons.length > 0 ? `\n${reasons.join("\n")}` : ""}`,
    "Submit a hook.json with event, handler_type and handler_config.",
  );
}

function notTaken(path: string, only: FoundComponent, found: readonly FoundComponent[]): string[] {
  const { leftOut = [] } = only;
  const others = found.filter(({ unregistrable }) => unregistrable !== undefined);
  return [
    ...(leftOut.length === 0 ? [] : [`Ignored in ${basename(path)}: ${leftOut.join(", ")}`]),
    ...others.map(({ name, unregistrable }) => `Skipped ${name}: ${unregistrable?.reason ?? ""}`),
  ];
}

/** Hook collections describe each hook in a README next to it. */
function aboutHook(path: string): Draft {
  const readme = join(dirname(path), "README.md");
  if (pathInside(dirname(path), readme) === undefined) return {};
  const { members } = readMarkdownFile(readme);
  return present({ description: textIn(members, "description"), tags: members["tags"] });
}
