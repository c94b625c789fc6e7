import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import {
  cannotEdit,
  endOfLine,
  lineEnd,
  lineStart,
  nextLine,
  splice,
  Unreadable,
  type Path,
  type TextFormat,
} from "./text-format.js";
import { valueAt, type Members } from "./values.js";

type Collection = YAMLMap | YAMLSeq;

const OPTIONS = { keepSourceTokens: true } as const;
/** The registry's rendering style: one line per value. */
const WRITTEN = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: 1_000_000 } as const;
const DEFAULT_INDENT = 2;

function documentOf(text: string): Document {
  const document = parseDocument(text, OPTIONS);
  const [error] = document.errors;
  if (error) throw new Unreadable(error.linePos?.[0].line ?? 1, error.message.split("\n")[0] ?? "");
  return document;
}

const rangeOf = (node: unknown): readonly [number, number] => {
  const range = (node as { range?: readonly [number, number, number] | null } | null)?.range;
  return [range?.[0] ?? 0, range?.[1] ?? 0];
};

const indentOf = ({ srcToken }: Collection): number =>
  srcToken && "indent" in srcToken && srcToken.indent > 0 ? srcToken.indent : 0;

const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === name);

/** The end of an entry's content, without trailing comments and blank lines. */
function contentEnd(entry: unknown): number {
  if (isPair(entry)) return Math.max(rangeOf(entry.key)[1], entry.value === null ? 0 : contentEnd(entry.value));
  if ((isMap(entry) || isSeq(entry)) && !entry.flow && entry.items.length > 0) return contentEnd(entry.items.at(-1));
  return rangeOf(entry)[1];
}

/** The indentation of the document, taken from its first nested mapping. */
function stepOf({ contents }: Document): number {
  if (!isMap(contents)) return DEFAULT_INDENT;
  const nested = contents.items
    .map(({ value }) => value)
    .find((value): value is YAMLMap => isMap(value) && !value.flow);
  const step = nested ? indentOf(nested) - indentOf(contents) : 0;
  return step > 0 ? step : DEFAULT_INDENT;
}

interface Style {
  readonly eol: string;
  readonly step: number;
}

const styleOf = (text: string, document: Document): Style => ({ eol: endOfLine(text), step: stepOf(document) });

function blockText(value: unknown, { eol, step }: Style, indent: number): string {
  const lines = stringify(value, { ...WRITTEN, indent: step })
    .replace(/\n$/, "")
    .split("\n");
  return lines.map((line) => (line === "" ? line : " ".repeat(indent) + line)).join(eol);
}

/** Inserts whole lines after an offset within a line, or at the start of the next one. */
function putLines(text: string, offset: number, lines: string, eol: string): string {
  if (offset > 0 && text[offset - 1] === "\n") return splice(text, offset, offset, `${lines}${eol}`);
  const at = lineEnd(text, offset);
  return splice(text, at, at, offset === 0 && text === "" ? `${lines}${eol}` : `${eol}${lines}`);
}

/** Adds an entry, which is an object with one member or a list with one element, after the existing ones. */
function addEntry(text: string, node: Collection, entry: Members | unknown[], style: Style): string {
  if (!node.flow) return putLines(text, contentEnd(node), blockText(entry, style, indentOf(node)), style.eol);
  const json = JSON.stringify(entry).slice(1, -1);
  const last = node.items.at(-1);
  const at = last === undefined ? rangeOf(node)[0] + 1 : contentEnd(last);
  return splice(text, at, at, last === undefined ? json : `, ${json}`);
}

/** `name:` followed by nothing, `~`, `{}` or `[]` gets its first entry below it. */
function fillPair(text: string, { key, value }: Pair, entry: Members | unknown[], style: Style): string {
  const [from, to] = rangeOf(value);
  const start = rangeOf(key)[0];
  const column = start - lineStart(text, start);
  const emptied = from < to ? splice(text, from, to).replace(/[ \t]+$/, "") : text;
  const keyEnd = emptied.indexOf(":", rangeOf(key)[1]) + 1;
  const tidied =
    from < to ? emptied.slice(0, keyEnd) + emptied.slice(keyEnd).replace(/^[ \t]+(?=\r?\n|$)/, "") : emptied;
  return putLines(tidied, keyEnd, blockText(entry, style, column + style.step), style.eol);
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  (isScalar(value) && value.value === null && value.anchor === undefined) ||
  ((isMap(value) || isSeq(value)) && value.flow === true && value.items.length === 0 && value.anchor === undefined);

function insert(text: string, path: Path, value: unknown): string {
  const document = documentOf(text);
  const style = styleOf(text, document);
  const entryFrom = (missing: Path): Members =>
    missing.reduceRight<unknown>((inner, part): Members => ({ [part]: inner }), value) as Members;
  let node: unknown = document.contents;
  let holder: Pair | undefined;
  for (const [at, part] of path.entries()) {
    const missing = path.slice(at);
    if (isNothing(node)) {
      if (holder && !isInFlow(document, path.slice(0, at))) return fillPair(text, holder, entryFrom(missing), style);
      if (!holder) return fillDocument(text, node, entryFrom(missing), style);
    }
    if (!isMap(node)) break;
    const pair = pairOf(node, part);
    if (!pair) return addEntry(text, node, entryFrom(missing), style);
    [holder, node] = [pair, pair.value];
  }
  throw cannotEdit(`"${path.join(".")}" cannot be set: its parent is not a mapping.`);
}

/** New lines cannot be started inside `{ … }`. */
function isInFlow(document: Document, path: Path): boolean {
  let node: unknown = document.contents;
  for (const part of path) {
    if (!isMap(node)) return false;
    if (node.flow) return true;
    node = pairOf(node, part)?.value;
  }
  return false;
}

function fillDocument(text: string, root: unknown, entry: Members, style: Style): string {
  const [from, to] = rangeOf(root);
  const left = from < to ? splice(text, from, to) : text;
  const at = from < to ? from : left.length;
  const gap = at === 0 || left[at - 1] === "\n" ? "" : style.eol;
  const end = /^\r?\n/.test(left.slice(at)) ? "" : style.eol;
  return splice(left, at, at, `${gap}${blockText(entry, style, 0)}${end}`);
}

function collectionAt(document: Document, path: Path): { node: unknown; holder: Pair | undefined } {
  let node: unknown = document.contents;
  let holder: Pair | undefined;
  for (const part of path) {
    holder = isMap(node) ? pairOf(node, part) : undefined;
    node = holder?.value;
  }
  return { node, holder };
}

const startOf = (entry: unknown): number => rangeOf(isPair(entry) ? entry.key : entry)[0];

function removeEntry(text: string, node: Collection, index: number, holder: Pair | undefined): string {
  const { items } = node;
  const entry: unknown = items[index];
  const end = contentEnd(entry);
  if (node.flow) {
    const [previous, next]: unknown[] = [items[index - 1], items[index + 1]];
    if (previous !== undefined) return splice(text, contentEnd(previous), end);
    if (next !== undefined) return splice(text, startOf(entry), startOf(next));
    return splice(text, rangeOf(node)[0] + 1, rangeOf(node)[1] - 1);
  }
  const from = lineStart(text, startOf(entry));
  if (!/^[ \t]*(- *)?$/.test(text.slice(from, startOf(entry)))) {
    throw cannotEdit("It shares a line with other content.");
  }
  const to = end > 0 && text[end - 1] === "\n" ? end : nextLine(text, end);
  const without = splice(text, from, to);
  if (items.length > 1 || !holder) return without;
  const colon = without.indexOf(":", rangeOf(holder.key)[1]) + 1;
  return splice(without, colon, colon, isMap(node) ? " {}" : " []");
}

/** YAML, edited at the positions reported by the parser, because `Document.toString` would rewrite every line. */
export const yamlText: TextFormat = {
  read: (text) => (documentOf(text).toJS() as unknown) ?? undefined,
  insert,
  replace: (text, path, value) => insert(yamlText.remove(text, path), path, value),
  remove(text, path) {
    const document = documentOf(text);
    const { node, holder } = collectionAt(document, path.slice(0, -1));
    const index = isMap(node) ? node.items.findIndex((pair) => pair === pairOf(node, path.at(-1) ?? "")) : -1;
    return isMap(node) && index >= 0 ? removeEntry(text, node, index, holder) : text;
  },
  append(text, list, value) {
    const document = documentOf(text);
    const { node, holder } = collectionAt(document, list);
    const style = styleOf(text, document);
    if (node === undefined || valueAt(document.toJS(), list) === undefined) return insert(text, list, [value]);
    if (holder && isNothing(node) && !isInFlow(document, list)) return fillPair(text, holder, [value], style);
    if (!isSeq(node)) throw cannotEdit(`"${list.join(".")}" is not a list.`);
    return addEntry(text, node, [value], style);
  },
  removeElement(text, list, index) {
    const { node, holder } = collectionAt(documentOf(text), list);
    return isSeq(node) && index < node.items.length ? removeEntry(text, node, index, holder) : text;
  },
};
