import { recordIn } from "../transcript/json.js";
import type { FoundComponent, NamedScript, Unregistrable } from "./found.js";
import { needsOtherFiles } from "./files-beside.js";
import { lineWithSecret } from "./mask-secrets.js";

const PROGRAM_FILE = /\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|ps1|php)$/i;
const ROOT_VARIABLE =
  /^(?:\$\{?(?:CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|PLUGIN_ROOT|GEMINI_PROJECT_DIR|CURSOR_PROJECT_DIR|workspaceFolder)\}?)\//;

/** The scripts of a command line. A program that is on the machine anyway (`npx`, `/usr/bin/jq`) is none. */
export function scriptsIn(command: string): NamedScript[] {
  const words = command.split(/\s+/);
  return words.flatMap((word, at) => {
    const bare = unquoted(word);
    const path = bare.replace(ROOT_VARIABLE, "");
    if (path === "" || /^-|:\/\//.test(bare) || /^\w+=/.test(bare) || /[$`*(){}<>]/.test(path)) return [];
    const isInProject = path !== bare || /^\.{1,2}\//.test(bare);
    const isRun = at === 0 || INTERPRETER.test(unquoted(words[at - 1] ?? ""));
    const isNamed = PROGRAM_FILE.test(path) && (path.includes("/") || isRun);
    return isNamed || isInProject ? [{ word, path: path.replace(/^\.\//, "") }] : [];
  });
}

const INTERPRETER = /^(?:sh|bash|zsh|node|bun|deno|python[\d.]*|ruby|perl|php|pwsh|powershell)$/;
/** Also without what ends a command. */
const unquoted = (word: string): string => word.replaceAll(/["';&|]/g, "");

/** A hook with the text of its script, which the command then names by the file's name alone. */
export function withScript(component: FoundComponent, script: NamedScript, text: string): FoundComponent {
  const filename = script.path.split("/").at(-1) ?? script.path;
  const secretLine = lineWithSecret(text);
  if (secretLine !== undefined) {
    const reason = `Line ${secretLine} of ${filename} contains what looks like a secret. Remove it, and revoke it if it is in use.`;
    return withoutEntry(component, { reason, isError: true });
  }
  if (needsOtherFiles(text))
    return withoutScript(component, script, "uses other files, but a hook in the registry has only its script");
  const { script: _script, ...rest } = component;
  const config = recordIn(component.entry["handler_config"]);
  const line = String(config["command"]);
  // The word was masked: it held what looked like a secret.
  if (!line.includes(script.word))
    return withoutScript(component, script, "contains what looks like a secret in its name");
  const command = line.split(script.word).join(filename);
  const handler = { handler_config: { ...config, command }, script_filename: filename, script_content: text };
  return { ...rest, entry: { ...component.entry, ...handler } };
}

/** A hook whose script cannot be had would run nothing where it is installed. */
export function withoutScript(component: FoundComponent, script: NamedScript, why: string): FoundComponent {
  return withoutEntry(component, { reason: `Its script ${script.path} ${why}.`, isError: true });
}

function withoutEntry(component: FoundComponent, unregistrable: Unregistrable): FoundComponent {
  const { script: _script, ...rest } = component;
  return { ...rest, entry: {}, unregistrable };
}
