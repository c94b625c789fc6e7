import { KIND_WORDS, type ItemType } from "../../../api/kinds.js";
import { tackCommand } from "../../../ui/text/tack-command.js";

export interface InstallFile {
  readonly path: string;
  readonly text: string;
  /** How it is merged into an existing file. */
  readonly merge: string | undefined;
}

export interface InstallSteps {
  readonly files: readonly InstallFile[];
  /** Commands of the harness, one line each. */
  readonly commands: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");

/** The files and commands of an install response, independent of kind and harness. */
export function installSteps(snippet: unknown): InstallSteps {
  const files = new Map<string, InstallFile>();
  const commands = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isMembers(value)) return;
    const file = fileOf(value);
    if (file) {
      files.set(`${file.path}\n${file.text}`, file);
      return;
    }
    if (value["type"] === "shell_command" && isTexts(value["command"])) commands.add(asLine(value["command"]));
    for (const [key, member] of Object.entries(value)) {
      // The skill's data for clients that fetch it; its files are listed elsewhere.
      if (key === "skill_components") continue;
      if (key === "mcp_setup_commands" && Array.isArray(member)) {
        for (const command of member as unknown[]) if (isTexts(command)) commands.add(asLine(command));
      } else look(member);
    }
  };
  look(snippet);
  return { files: [...files.values()], commands: [...commands] };
}

function fileOf({ path, text, content, encoding, merge }: Members): InstallFile | undefined {
  const given = typeof text === "string" ? text : content;
  const written = encoding === "base64" && typeof given === "string" ? binaryInWords(given) : given;
  if (typeof path !== "string" || typeof written !== "string") return undefined;
  return { path, text: written, merge: typeof merge === "string" ? merge : undefined };
}

/** A placeholder for the content of a binary file. */
export function binaryInWords(base64: string): string {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const bytes = Math.floor((base64.length * 3) / 4) - padding;
  return `(binary file, ${bytes.toLocaleString("en")} bytes)`;
}

/** Quotes the words for a shell where necessary. */
const asLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");

/** The command that installs an item in a harness. */
export const installCommand = (type: ItemType, name: string, harness: string): string =>
  type === "agents"
    ? tackCommand(`agent pull ${name} --harness ${harness}`)
    : tackCommand(`registry ${KIND_WORDS[type].kind} install ${name} --harness ${harness}`);
