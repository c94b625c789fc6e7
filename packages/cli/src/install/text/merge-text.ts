import type { FileFormat } from "@tackroom/harness";
import { jsonText } from "./json-text.js";
import { cannotEdit, type Path, type TextFormat } from "./text-format.js";
import { tomlText } from "./toml-text.js";
import { isObject, isSame, isSameBut, partsOf, valueAt, withValueAt } from "./values.js";
import { yamlText } from "./yaml-text.js";

const FORMATS: Readonly<Record<FileFormat, TextFormat>> = {
  json: jsonText,
  jsonc: jsonText,
  toml: tomlText,
  yaml: yamlText,
};

/** One of our entries in a file: a member, or a list element if the pointer ends in `-`. */
export interface Entry {
  readonly pointer: string;
  readonly value: unknown;
}

/** The members that identify a list element, if not all of them do, as given by the registry's renderings. */
const IDENTITIES: Readonly<Record<string, string>> = { "/inputs/-": "id", "/slash_commands/-": "command" };

export type Found = "absent" | "same" | "other";

const listOf = (pointer: string): Path | undefined =>
  pointer.endsWith("/-") ? partsOf(pointer.slice(0, -2)) : undefined;

export function readText(format: FileFormat, text: string): unknown {
  const value = FORMATS[format].read(text);
  if (value !== undefined && !isObject(value)) throw cannotEdit("The file does not contain an object.");
  return value;
}

/** Whether a document contains an entry, or a different value in its place. */
export function findEntry(document: unknown, { pointer, value }: Entry): Found {
  const list = listOf(pointer);
  if (!list) {
    const found = valueAt(document, partsOf(pointer));
    if (found === undefined) return "absent";
    return isSame(found, value) ? "same" : "other";
  }
  const elements = valueAt(document, list);
  if (!Array.isArray(elements)) return "absent";
  if (elements.some((element) => isSame(element, value))) return "same";
  const identity = IDENTITIES[pointer];
  const isNamesake = (element: unknown): boolean =>
    identity !== undefined && isObject(element) && isObject(value) && isSame(element[identity], value[identity]);
  return elements.some(isNamesake) ? "other" : "absent";
}

/** The text with an entry added. An existing value is replaced, except for a list element with the same identity. */
export function putEntry(format: FileFormat, text: string, entry: Entry): string {
  const document = readText(format, text);
  const found = findEntry(document, entry);
  const { pointer, value } = entry;
  const list = listOf(pointer);
  if (found === "same" || (found === "other" && list)) return text;
  const edit = FORMATS[format];
  if (list) {
    const before = valueAt(document, list);
    const expected = withValueAt(document, list, [...(Array.isArray(before) ? before : []), value]);
    return checked(format, list, edit.append(text, list, value), expected);
  }
  const path = partsOf(pointer);
  const changed = found === "absent" ? edit.insert(text, path, value) : edit.replace(text, path, value);
  return checked(format, path, changed, withValueAt(document, path, value));
}

/** The text with a member removed. */
export function removeMember(format: FileFormat, text: string, path: Path): string {
  const document = readText(format, text);
  if (valueAt(document, path) === undefined) return text;
  const without = withValueAt(document, path, undefined);
  return checked(format, path.slice(0, -1), FORMATS[format].remove(text, path), without);
}

/** The text with the first matching list element removed. */
export function removeElement(
  format: FileFormat,
  text: string,
  list: Path,
  isMeant: (element: unknown) => boolean,
): string {
  const document = readText(format, text);
  const elements = valueAt(document, list);
  const index = Array.isArray(elements) ? elements.findIndex(isMeant) : -1;
  if (!Array.isArray(elements) || index === -1) return text;
  const expected = withValueAt(document, list, elements.toSpliced(index, 1));
  return checked(format, list, FORMATS[format].removeElement(text, list, index), expected);
}

/** Texts can contain anchors and unusual nesting: a change is rejected if it does not read back as intended. */
function checked(format: FileFormat, path: Path, text: string, expected: unknown): string {
  let actual: unknown;
  try {
    actual = readText(format, text);
  } catch {
    throw cannotEdit(`"${path.join(".")}" cannot be changed without affecting other content.`);
  }
  if (isSameBut(path, actual, expected)) return text;
  throw cannotEdit(`"${path.join(".")}" cannot be changed without affecting other content.`);
}
