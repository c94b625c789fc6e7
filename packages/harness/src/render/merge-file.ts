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
  const comments = format === "json" ? "" : " and every comment";
  const listMerge = lists.map(([key]) => `, and add to "${key}" the elements whose id it does not have`).join("");
  return fileToMerge({
    path,
    format,
    content: { ...Object.fromEntries(lists), [rootKey]: entries },
    keys: [
      ...lists.map(([key]) => `/${pointerPart(key)}/-`),
      ...Object.keys(entries).map((name) => `/${pointerPart(rootKey)}/${pointerPart(name)}`),
    ],
    merge: `Set only these members of "${rootKey}"${listMerge}; keep every other member${comments} of the file as it is.`,
  });
}
