import { KIND_WORDS, type ItemType } from "../../../api/kinds.js";

export interface InstallFile {
  readonly path: string;
  readonly text: string;
  /** How it joins what is in the file already. */
  readonly merge: string | undefined;
}

export interface InstallSteps {
  readonly files: readonly InstallFile[];
  /** Commands of the harness itself, each as one line. */
  readonly commands: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");

/** The files and commands in what an install answers, wherever its kind and harness put them. */
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
      // What the registry keeps of a skill, for clients that fetch it: its files stand elsewhere, at their places.
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

/** Stands for the content of a file that is no text. */
export function binaryInWords(base64: string): string {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  const bytes = Math.floor((base64.length * 3) / 4) - padding;
  return `(binary file, ${bytes.toLocaleString("en")} bytes)`;
}

/** As a shell reads it: what is not plainly a word is quoted. */
const asLine = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");

/** The command that installs an item in a harness. */
export const installCommand = (type: ItemType, name: string, harness: string): string =>
  type === "agents"
    ? `npx tack agent pull ${name} --harness ${harness}`
    : `npx tack registry ${KIND_WORDS[type].kind} install ${name} --harness ${harness}`;
