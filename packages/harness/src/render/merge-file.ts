import type { FileFormat, FileToMerge } from "../neutral.js";
import { pointerPart } from "./names.js";
import { textOf } from "./text.js";

interface Merge {
  readonly path: string;
  readonly format: FileFormat;
  readonly content: Readonly<Record<string, unknown>>;
  readonly keys: readonly string[];
  readonly merge: string;
}

export function fileToMerge({ path, format, content, keys, merge }: Merge): FileToMerge {
  return { path, format, content, text: textOf(format, content), keys, merge };
}

/** Servers under their root key, and lists beside it. */
export function mcpFile(file: {
  readonly path: string;
  readonly format: FileFormat;
  readonly rootKey: string;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly beside: Readonly<Record<string, readonly unknown[]>>;
}): FileToMerge {
  const { path, format, rootKey, entries, beside } = file;
  const lists = Object.entries(beside).filter(([, elements]) => elements.length > 0);
  const comments = format === "json" ? "" : " and comments";
  const listMerge = lists.map(([key]) => `, and add elements with new ids to "${key}"`).join("");
  return fileToMerge({
    path,
    format,
    content: { ...Object.fromEntries(lists), [rootKey]: entries },
    keys: [
      ...lists.map(([key]) => `/${pointerPart(key)}/-`),
      ...Object.keys(entries).map((name) => `/${pointerPart(rootKey)}/${pointerPart(name)}`),
    ],
    merge: `Set only these keys of "${rootKey}"${listMerge}. Leave all other keys${comments} in the file unchanged.`,
  });
}
