import type { ItemKind } from "@tackroom/contract";
import { isRecord, memberPath, recordsOf, textOf, type Fields } from "./fields.js";
import { isBinary } from "./skill-bytes.js";

/** A text of a version that people read line by line. */
export interface VersionFile {
  readonly file: string;
  /** The field that holds the text, as risk signals and diffs name it. */
  readonly path: string;
  readonly text: string;
  readonly isBinary: boolean;
}

/** The file that shows every field that is not a text of its own. */
export const FIELDS_FILE = "Fields";

/** Texts that are files wherever they occur; what they are called there. */
const TEXT_FIELDS: Readonly<Record<string, string>> = {
  description: "description.md",
  skill_md_content: "SKILL.md",
  template: "template.md",
  prompt: "prompt.md",
  setup_instructions: "setup.md",
  script_content: "script",
};

/** The content of a version as files: texts as they are, files of a skill under their paths, and the other fields as JSON. */
export function versionFiles(kind: ItemKind, content: Fields): VersionFile[] {
  const texts = Object.entries(TEXT_FIELDS).flatMap(([path, file]) => {
    const text = textOf(content, path);
    const name = path === "script_content" ? (textOf(content, "script_filename") ?? file) : file;
    return text === undefined ? [] : [{ file: name, path, text, isBinary: false }];
  });
  const shipped = recordsOf(content, "files").map((file, index) => ({
    file: textOf(file, "path") ?? "",
    path: `files[${index}].content`,
    text: textOf(file, "content") ?? "",
    isBinary: isBinary(file),
  }));
  const fields = { file: FIELDS_FILE, path: "", text: printFields(kind, content).text, isBinary: false };
  return uniquelyNamed([...texts, fields, ...shipped]);
}

/** A skill may ship a file under a name that is taken here. */
function uniquelyNamed(files: readonly VersionFile[]): VersionFile[] {
  const taken = new Set<string>();
  return files.map((found) => {
    let { file } = found;
    while (taken.has(file)) file = `./${file}`;
    taken.add(file);
    return { ...found, file };
  });
}

export interface PrintedFields {
  readonly text: string;
  /** The line of each field, by its path. */
  readonly lines: ReadonlyMap<string, number>;
}

export function printFields(kind: ItemKind, content: Fields): PrintedFields {
  const fields = Object.entries(content).filter(
    ([name, value]) => !Object.hasOwn(TEXT_FIELDS, name) && value !== undefined && value !== null,
  );
  const rest = Object.fromEntries(fields);
  const files = Array.isArray(rest["files"]) ? { files: recordsOf(content, "files").map(fileInWords) } : {};
  const printed: Printed = { rows: [], lines: new Map() };
  print({ kind, ...rest, ...files }, { path: "", label: "", indent: "", end: "" }, printed);
  return { text: `${printed.rows.join("\n")}\n`, lines: printed.lines };
}

const fileInWords = (file: Fields): string =>
  `${textOf(file, "path") ?? ""}${file["executable"] === true ? " (executable)" : ""}`;

interface Printed {
  readonly rows: string[];
  readonly lines: Map<string, number>;
}

interface Place {
  readonly path: string;
  readonly label: string;
  readonly indent: string;
  readonly end: string;
}

/** As `JSON.stringify` with two spaces, which does not say where a value is. */
function print(value: unknown, { path, label, indent, end }: Place, printed: Printed): void {
  printed.lines.set(path, printed.rows.length + 1);
  const members = membersOf(value, path);
  if (!members || members.length === 0) {
    printed.rows.push(`${indent}${label}${JSON.stringify(value) ?? "null"}${end}`);
    return;
  }
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  printed.rows.push(`${indent}${label}${open}`);
  for (const [index, member] of members.entries()) {
    const comma = index < members.length - 1 ? "," : "";
    print(member.value, { ...member, indent: `${indent}  `, end: comma }, printed);
  }
  printed.rows.push(`${indent}${close}${end}`);
}

function membersOf(value: unknown, path: string): { path: string; label: string; value: unknown }[] | undefined {
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => ({ path: `${path}[${index}]`, label: "", value: entry }));
  }
  if (!isRecord(value)) return undefined;
  return Object.entries(value).map(([name, member]) => ({
    path: memberPath(path, name),
    label: `${JSON.stringify(name)}: `,
    value: member,
  }));
}
