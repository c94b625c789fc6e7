import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readScannedFile } from "@tackroom/harness";
import { CliError, usageError } from "../errors.js";
import { readDataFile, readTextFile } from "./read-file.js";
import { fileIn, notFromGit, type Source } from "./source.js";
import { draftIn, present, textIn, type Draft } from "./submission.js";

/** A description with the wire's names and, beside it, its script; or a hook of Claude Code's settings. */
export function readHook(source: Source, wanted?: string): Draft {
  if (source.kind === "git") throw notFromGit("hook");
  const path = fileIn(source, ["hook.json", "hook.yaml", "hook.yml"], "hook");
  const members = readDataFile(path);
  if (textIn(members, "event") === undefined && members["hooks"] !== undefined) return hookOfSettings(path, wanted);
  if (textIn(members, "event") === undefined) {
    throw new CliError("validation", `${basename(path)} does not say at which event the hook runs.`, {
      resource: path,
      remediation: 'Add it, as in "event": "PostToolUse"',
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

/** A script is easier to write in a file of its own. */
function scriptOf(path: string, members: Draft): Draft {
  const filename = textIn(members, "script_filename");
  if (filename === undefined || members["script_content"] !== undefined) return {};
  const script = join(dirname(path), basename(filename));
  if (!existsSync(script)) {
    throw new CliError("not_found", `The script ${filename} is not beside ${basename(path)}.`, {
      resource: script,
      remediation: "Put it there, or give its text as script_content.",
    });
  }
  return { script_filename: basename(filename), script_content: readTextFile(script) };
}

function hookOfSettings(path: string, wanted: string | undefined): Draft {
  const place = { type: "hooks", scope: "project", pattern: path, hooks: "document" } as const;
  const scanned = readScannedFile({ path, text: readTextFile(path) }, place, ["claude-code"]);
  const hooks = "components" in scanned ? scanned.components.filter(({ unregistrable }) => !unregistrable) : [];
  const [only] = hooks.filter(({ name }) => wanted === undefined || name === wanted || hooks.length === 1);
  if (only === undefined || (hooks.length > 1 && wanted === undefined)) {
    const names = hooks.map(({ name }) => name).join(", ");
    throw usageError(
      `${basename(path)} holds ${hooks.length === 0 ? "no hook that the registry can take" : `several hooks: ${names}`}.`,
      hooks.length === 0 ? "Give a hook.json with event, handler_type and handler_config." : "Choose one with --name",
    );
  }
  return { name: only.name, ...only.entry };
}
