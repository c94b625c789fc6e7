import type { FileToMerge, FileToWrite } from "../neutral.js";
import type { Rendering } from "../rendering.js";

type Shown = Rendering & {
  readonly configPath?: string | null;
  readonly files?: readonly FileToWrite[];
  readonly notes?: readonly string[];
};

/** A rendering as a person reads it: the snippet, then each file as it lands on the disk, then what is said. */
export function showRendering(rendering: Shown): string {
  const { snippet, warnings, configPath, files = [], notes = [] } = rendering;
  const inSnippet = filesIn(snippet);
  const others = files.filter(({ path }) => !inSnippet.some((file) => file.path === path));
  return [
    section("config_snippet", `${JSON.stringify(snippet, showFilesAsPaths, 2)}\n`),
    ...(configPath === undefined ? [] : [section("config_path", `${configPath ?? "null"}\n`)]),
    ...[...inSnippet, ...others].map((file) => section(`file ${file.path}${note(file)}`, textOfFile(file))),
    section("notes", lines(notes)),
    section("warnings", lines(warnings)),
  ].join("\n");
}

function section(title: string, text: string): string {
  return `===== ${title} =====\n${text}`;
}

function lines(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${sentence}\n`).join("");
}

type AnyFile = FileToWrite | FileToMerge;

function isFile(value: unknown): value is AnyFile {
  return typeof value === "object" && value !== null && "path" in value && "content" in value;
}

function textOfFile(file: AnyFile): string {
  return "text" in file ? file.text : file.content;
}

function note(file: AnyFile): string {
  if ("keys" in file) return ` (merge: ${file.keys.join(" ")})`;
  return file.executable === true ? " (executable)" : "";
}

/** Every file that a snippet holds, at any depth. */
export function filesIn(value: unknown): AnyFile[] {
  if (isFile(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(filesIn);
}

/** Their text follows below; here it would hide the shape of the snippet. */
function showFilesAsPaths(_key: string, value: unknown): unknown {
  if (!isFile(value)) return value;
  if ("text" in value) return { ...value, content: "(below)", text: "(below)" };
  return { ...value, content: "(below)" };
}
