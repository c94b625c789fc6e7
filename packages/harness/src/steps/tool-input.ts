import { isRecord, type JsonRecord, textIn } from "../transcript/json.js";

/** The input of a call as it is shown: JSON, or the text that the tool was given. What was shortened is read as far as it goes. */
export function readToolInput(shown: string | null): unknown {
  if (shown === null) return null;
  if (!/^\s*[{["]/.test(shown)) return shown;
  return parsed(shown) ?? parsedStart(shown) ?? shown;
}

/** The beginning of JSON whose end is missing: what is open is closed where it stops, or else after the last whole member. */
function parsedStart(shortened: string): unknown {
  const json = shortened.replace(/…$/, "");
  const open: string[] = [];
  let [isText, isEscaped] = [false, false];
  let whole = "";
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (isEscaped) isEscaped = false;
    else if (character === "\\") isEscaped = isText;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === "{" || character === "[") open.push(character === "{" ? "}" : "]");
    else if (character === "}" || character === "]") open.pop();
    else if (character === ",") whole = json.slice(0, at) + closing(open);
  }
  const text = isEscaped ? json.slice(0, -1) : json.replace(/\\u[0-9a-fA-F]{0,3}$/, "");
  return parsed(text + (isText ? '"' : "") + closing(open)) ?? parsed(whole);
}

const closing = (open: readonly string[]): string => open.toReversed().join("");

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** The first of these members that says something; harnesses spell the same member in different ways. */
export function memberOf(input: unknown, names: readonly string[]): string | null {
  if (!isRecord(input)) return null;
  for (const name of names) {
    const text = textIn(input[name]);
    if (text !== null) return text;
  }
  return null;
}

/** The same for a text that may be empty: what is put in place of something, or a file's content. */
export function contentOf(input: JsonRecord, names: readonly string[]): string | null {
  for (const name of names) {
    const value = input[name];
    if (typeof value === "string") return value;
  }
  return null;
}

const COMMAND = ["command", "cmd", "CommandLine", "commandLine", "script", "code", "chars"];
const SHELLS = /^(?:.*\/)?(?:ba|z|da|fi)?sh$/;

/** The command line that a shell was given; some harnesses give it word by word, within a shell of its own. */
export function commandOf(input: unknown): string | null {
  if (typeof input === "string") return textIn(input);
  if (!isRecord(input)) return null;
  const words = COMMAND.map((name) => input[name]).find((value) => Array.isArray(value));
  if (!Array.isArray(words)) return memberOf(input, COMMAND);
  const texts = words.map(String);
  const [shell = "", option = "", script] = texts;
  return SHELLS.test(shell) && option.startsWith("-") && script !== undefined ? script : texts.join(" ");
}

export const PATH = [
  "file_path",
  "filePath",
  "path",
  "notebook_path",
  "TargetFile",
  "target_file",
  "AbsolutePath",
  "absolute_path",
  "relative_workspace_path",
  "filename",
  "file",
];
