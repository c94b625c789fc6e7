import { createScanner, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import {
  cannotEdit,
  endOfLine,
  indentationAt,
  lineAt,
  lineEnd,
  lineStart,
  splice,
  Unreadable,
  type Path,
  type TextFormat,
} from "./text-format.js";
import type { Members } from "./values.js";

// The token numbers of jsonc-parser, whose `const` enum does not exist at run time.
const COMMA: number = 5;
const TRIVIA: readonly number[] = [12, 13, 14, 15];

const DEFAULT_INDENT = "  ";

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) throw new Unreadable(lineAt(text, first.offset), printParseErrorCode(first.error));
  return tree;
}

const endOf = ({ offset, length }: Node): number => offset + length;

function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let token: number = scanner.scan();
  while (TRIVIA.includes(token)) token = scanner.scan();
  return token === COMMA ? scanner.getTokenOffset() : undefined;
}

/** With duplicate members the last one counts, as in every parser. */
function propertyOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === name);
}

function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  let found = root;
  for (const part of path) found = propertyOf(found, part)?.children?.[1];
  return found;
}

interface Style {
  readonly eol: string;
  readonly unit: string;
  /** Everything is on one line. */
  readonly isOneLine: boolean;
}

function styleOf(text: string, root: Node): Style {
  const eol = endOfLine(text);
  const first = root.children?.[0];
  if (!first) return { eol, unit: DEFAULT_INDENT, isOneLine: false };
  const isOneLine = !text.slice(root.offset, endOf(root)).includes("\n");
  if (!isOnOwnLine(text, first)) return { eol, unit: DEFAULT_INDENT, isOneLine };
  const base = indentationAt(text, root.offset);
  const own = indentationAt(text, first.offset);
  return { eol, unit: own.startsWith(base) ? own.slice(base.length) : own, isOneLine };
}

const isOnOwnLine = (text: string, { offset }: Node): boolean =>
  /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));

/** A value formatted in the style of the file; on one line if there is no indentation. */
function valueText(value: unknown, { eol, unit }: Style, indent: string | undefined): string {
  if (indent === undefined || unit === "") return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

type Make = (indent: string | undefined) => string;

function addChild(text: string, node: Node, style: Style, make: Make): string {
  const last = node.children?.at(-1);
  return last ? addAfter(text, last, style, make) : addFirst(text, node, style, make);
}

function addFirst(text: string, node: Node, { eol, unit, isOneLine }: Style, make: Make): string {
  const [open, close] = [node.offset + 1, endOf(node) - 1];
  const at = open + text.slice(open, close).trimEnd().length;
  if (isOneLine) return splice(text, at, at, make(undefined));
  const base = indentationAt(text, node.offset);
  const indent = base + unit;
  const closing = text.slice(at, close).includes("\n") ? "" : `${eol}${base}`;
  return splice(text, at, at, `${eol}${indent}${make(indent)}${closing}`);
}

function addAfter(text: string, last: Node, { eol }: Style, make: Make): string {
  const end = endOf(last);
  const comma = commaAfter(text, end);
  const anchor = comma === undefined ? end : comma + 1;
  if (!isOnOwnLine(text, last)) {
    return splice(text, anchor, anchor, comma === undefined ? `, ${make(undefined)}` : ` ${make(undefined)},`);
  }
  const indent = indentationAt(text, last.offset);
  // A comment after the last member stays with it.
  const rest = text.slice(anchor, lineEnd(text, anchor));
  const isNote = /^[ \t]*(\/\/.*|\/\*((?!\*\/).)*\*\/[ \t]*)$/.test(rest);
  const at = isNote ? anchor + rest.trimEnd().length : anchor;
  const added = splice(text, at, at, `${eol}${indent}${make(indent)}${comma === undefined ? "" : ","}`);
  return comma === undefined ? splice(added, end, end, ",") : added;
}

function removeChild(text: string, node: Node, index: number): string {
  const children = node.children ?? [];
  const child = children[index];
  if (!child) return text;
  const comma = commaAfter(text, endOf(child));
  const to = comma === undefined ? endOf(child) : comma + 1;
  const before = text.slice(0, child.offset).trimEnd().length;
  const previous = children[index - 1];
  const previousComma = previous && comma === undefined ? commaAfter(text, endOf(previous)) : undefined;
  const cut = (from: number): string => {
    const without = splice(text, from, to);
    return previousComma === undefined ? without : splice(without, previousComma, previousComma + 1);
  };
  const tight = cut(Math.max(before, previousComma === undefined ? 0 : previousComma + 1));
  // A line comment must be followed by a line break.
  const result = isReadable(tight) ? tight : cut(child.offset);
  return children.length === 1 ? collapsed(result, node.offset) : result;
}

function isReadable(text: string): boolean {
  try {
    treeOf(text);
    return true;
  } catch {
    return false;
  }
}

/** `{⏎}` becomes `{}` again. */
const collapsed = (text: string, open: number): string =>
  text.slice(0, open + 1) + text.slice(open + 1).replace(/^\s+(?=[\]}])/, "");

/** The deepest existing object on the path, and the members to create below it. */
function descend(root: Node, path: Path): { node: Node; missing: string[] } {
  let node = root;
  for (const [at, part] of path.entries()) {
    const inner = propertyOf(node, part)?.children?.[1];
    if (!inner) return { node, missing: path.slice(at) };
    node = inner;
  }
  return { node, missing: [] };
}

function insertMember(text: string, path: Path, value: unknown): string {
  const root = treeOf(text);
  if (!root) {
    const gap = text === "" || text.endsWith("\n") ? "" : endOfLine(text);
    return insertMember(`${text}${gap}{}${endOfLine(text)}`, path, value);
  }
  const { node, missing } = descend(root, path);
  const [name, ...deeper] = missing;
  if (node.type !== "object" || name === undefined) {
    throw cannotEdit(`"${path.join(".")}" cannot be set: its parent is not an object.`);
  }
  const whole = deeper.reduceRight<unknown>((inner, part): Members => ({ [part]: inner }), value);
  const style = styleOf(text, root);
  return addChild(text, node, style, (indent) => `${JSON.stringify(name)}: ${valueText(whole, style, indent)}`);
}

/** JSON, including comments and trailing commas. */
export const jsonText: TextFormat = {
  read: (text) => {
    const tree = treeOf(text);
    return tree && (getNodeValue(tree) as unknown);
  },
  insert: insertMember,
  replace(text, path, value) {
    const root = treeOf(text);
    const node = nodeAt(root, path);
    if (!root || !node) return insertMember(text, path, value);
    const style = styleOf(text, root);
    const isInline = style.isOneLine || !isOnOwnLine(text, node.parent ?? node);
    const indent = isInline ? undefined : indentationAt(text, node.offset);
    return splice(text, node.offset, endOf(node), valueText(value, style, indent));
  },
  remove(text, path) {
    const parent = nodeAt(treeOf(text), path.slice(0, -1));
    const property = propertyOf(parent, path.at(-1) ?? "");
    if (!parent?.children || !property) return text;
    return removeChild(text, parent, parent.children.indexOf(property));
  },
  append(text, list, value) {
    const root = treeOf(text);
    const node = nodeAt(root, list);
    if (!root || !node) return insertMember(text, list, [value]);
    if (node.type !== "array") throw cannotEdit(`"${list.join(".")}" is not a list.`);
    const style = styleOf(text, root);
    return addChild(text, node, style, (indent) => valueText(value, style, indent));
  },
  removeElement(text, list, index) {
    const node = nodeAt(treeOf(text), list);
    return node?.type === "array" ? removeChild(text, node, index) : text;
  },
};
