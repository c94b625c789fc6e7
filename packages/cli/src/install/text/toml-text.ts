import { parse, TomlDocument } from "@decimalturn/toml-patch";
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
import { isObject, valueAt, type Members } from "./values.js";

type Block = TomlDocument["cst"][number];
type Row = Extract<Block, { items: unknown[] }>["items"][number];
type KeyValue = Exclude<Row, { raw: string }>;
interface Position {
  readonly line: number;
  readonly column: number;
}

function read(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    const line = error instanceof Error && "line" in error ? Number(error.line) : 1;
    const reason = error instanceof Error ? (error.message.split("\n").at(-1) ?? "") : String(error);
    throw new Unreadable(line, reason);
  }
}

function offsetOf(text: string, { line, column }: Position): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) start = nextLine(text, start);
  return start + column;
}

const isKeyValue = (row: Block | Row): row is KeyValue => (row.type as string) === "KeyValue";
const isTable = (block: Block): block is Extract<Block, { items: unknown[] }> => "items" in block;

const startsWith = (path: Path, start: Path): boolean =>
  path.length >= start.length && start.every((part, at) => path[at] === part);

interface Pair {
  readonly path: Path;
  readonly pair: KeyValue;
}

function pairsOf(blocks: readonly Block[]): Pair[] {
  return blocks.flatMap((block) => {
    if (isKeyValue(block)) return [{ path: block.key.value, pair: block }];
    if (!isTable(block)) return [];
    const table = block.key.item.value;
    return block.items.filter(isKeyValue).map((pair) => ({ path: [...table, ...pair.key.value], pair }));
  });
}

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : stringText(key));

const stringText = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replaceAll("\u007f", String.raw`\u007f`);

function inlineText(value: unknown): string {
  if (typeof value === "string") return stringText(value);
  if (Array.isArray(value)) return `[${value.map(inlineText).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => `${keyText(key)} = ${inlineText(member)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw cannotEdit("TOML does not support null.");
}

/** A table and its subtables, each with a header. */
function tableText(path: Path, members: Members): string {
  const entries = Object.entries(members);
  const lines = entries
    .filter(([, value]) => !isObject(value))
    .map(([key, value]) => `${keyText(key)} = ${inlineText(value)}\n`);
  const tables = entries.flatMap(([key, value]) => (isObject(value) ? [tableText([...path, key], value)] : []));
  return [`[${path.map(keyText).join(".")}]\n${lines.join("")}`, ...tables].join("\n");
}

function insert(text: string, path: Path, value: unknown): string {
  const blocks = new TomlDocument(text).cst;
  const inline = pairsOf(blocks).findLast(({ path: at }) => startsWith(path, at));
  if (inline) return insertInline(text, inline, path, value);
  const eol = endOfLine(text);
  if (isObject(value)) return appendBlock(text, tableText(path, value).replaceAll("\n", eol), eol);
  return insertPair(text, blocks, path, `${keyText(path.at(-1) ?? "")} = ${inlineText(value)}`);
}

function appendBlock(text: string, block: string, eol: string): string {
  if (text.trim() === "") return text + block;
  const end = text.endsWith("\n") ? "" : eol;
  const gap = /\n[ \t]*\r?\n$/.test(text) ? "" : eol;
  return text + end + gap + block;
}

/** A single value is added after the other values of its table. */
function insertPair(text: string, blocks: readonly Block[], path: Path, pair: string): string {
  const eol = endOfLine(text);
  const parent = path.slice(0, -1);
  if (parent.length === 0) {
    const last = blocks.findLast(isKeyValue);
    if (last) return afterLine(text, offsetOf(text, last.loc.end), pair);
    return pair + eol + text;
  }
  const table = blocks.filter(isTable).findLast(({ key }) => {
    const at = key.item.value;
    return at.length === parent.length && startsWith(at, parent);
  });
  if (!table) return appendBlock(text, `[${parent.map(keyText).join(".")}]${eol}${pair}${eol}`, eol);
  return afterLine(text, offsetOf(text, table.items.findLast(isKeyValue)?.loc.end ?? table.key.loc.end), pair);
}

function afterLine(text: string, offset: number, line: string): string {
  const at = lineEnd(text, offset);
  return splice(text, at, at, `${endOfLine(text)}${line}`);
}

type InlineTable = Extract<KeyValue["value"], { items: { item: KeyValue }[] }>;

const asInlineTable = (value: KeyValue["value"]): InlineTable | undefined =>
  (value.type as string) === "InlineTable" ? (value as InlineTable) : undefined;

/** Adds to an inline table, which cannot be extended by a header. */
function insertInline(text: string, { path: at, pair }: Pair, path: Path, value: unknown): string {
  const table = asInlineTable(pair.value);
  if (!table) throw cannotEdit(`"${path.join(".")}" cannot be set: its parent is not a table.`);
  const rest = path.slice(at.length);
  const deeper = table.items.find(({ item }) => startsWith(rest, item.key.value));
  if (deeper) return insertInline(text, { path: [...at, ...deeper.item.key.value], pair: deeper.item }, path, value);
  const put = `${rest.map(keyText).join(".")} = ${inlineText(value)}`;
  const last = table.items.at(-1);
  if (!last) {
    const open = offsetOf(text, table.loc.start) + 1;
    return splice(text, open, open, ` ${put} `);
  }
  const end = offsetOf(text, last.item.loc.end);
  return splice(text, end, end, `, ${put}`);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function remove(text: string, path: Path): string {
  const blocks = new TomlDocument(text).cst;
  const ranges: Range[] = [];
  for (const block of blocks) {
    if (isKeyValue(block)) ranges.push(...pairRanges(text, { path: block.key.value, pair: block }, path));
    else if (isTable(block)) ranges.push(...tableRanges(text, block, path));
  }
  return ranges.toReversed().reduce((left, { from, to }) => splice(left, from, to), text);
}

function tableRanges(text: string, table: Extract<Block, { items: unknown[] }>, path: Path): Range[] {
  const at = table.key.item.value;
  const pairs = table.items.filter(isKeyValue);
  if (!startsWith(at, path)) {
    return pairs.flatMap((pair) => pairRanges(text, { path: [...at, ...pair.key.value], pair }, path));
  }
  // A comment after the last value belongs to the next table.
  const from = lineStart(text, offsetOf(text, table.key.loc.start));
  const to = nextLine(text, offsetOf(text, (pairs.at(-1) ?? table.key).loc.end));
  const gap = /(?:^|\n)([ \t]*\r?\n)$/.exec(text.slice(0, from))?.[1] ?? "";
  return [{ from: from - gap.length, to }];
}

function pairRanges(text: string, { path: at, pair }: Pair, path: Path): Range[] {
  if (startsWith(at, path)) {
    const from = lineStart(text, offsetOf(text, pair.loc.start));
    return [{ from, to: nextLine(text, offsetOf(text, pair.loc.end)) }];
  }
  const table = startsWith(path, at) ? asInlineTable(pair.value) : undefined;
  if (!table) return [];
  return table.items.flatMap(({ item }, index): Range[] => {
    const inner = { path: [...at, ...item.key.value], pair: item };
    if (!startsWith(inner.path, path)) return pairRanges(text, inner, path);
    const [previous, next] = [table.items[index - 1], table.items[index + 1]];
    const [start, end] = [offsetOf(text, item.loc.start), offsetOf(text, item.loc.end)];
    if (previous) return [{ from: offsetOf(text, previous.item.loc.end), to: end }];
    if (next) return [{ from: start, to: offsetOf(text, next.item.loc.start) }];
    return [{ from: offsetOf(text, table.loc.start) + 1, to: offsetOf(text, table.loc.end) - 1 }];
  });
}

const inLists = (): never => {
  throw cannotEdit("Appending to a list in a TOML file is not supported.");
};

/**
 * TOML, edited as text at the positions reported by toml-patch's parser. Its own `patch` writes a new table as a dotted key
 * at the top, which is valid but not where users expect it, and it moves comments.
 */
export const tomlText: TextFormat = {
  read: (text) => (text.trim() === "" ? undefined : read(text)),
  insert,
  replace: (text, path, value) => insert(remove(text, path), path, value),
  remove: (text, path) => (valueAt(read(text), path) === undefined ? text : remove(text, path)),
  append: inLists,
  removeElement: inLists,
};
