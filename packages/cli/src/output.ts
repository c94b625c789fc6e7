import stringWidth from "string-width";
import { asCalled } from "./called-as.js";
import { say, sayJson, type Cli } from "./cli.js";
import { paint } from "./paint.js";
import { oneLine, printable } from "./printable.js";

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | boolean | null | undefined;
}

export interface Page<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const DEFAULT_WIDTH = 100;
const GAP = "  ";

export function printJson(cli: Cli, value: unknown): void {
  sayJson(cli, JSON.stringify(value, null, 2) ?? "null");
}

/** Prints a list: as the contract's object in JSON, otherwise as a table that fits the terminal. */
export function printList<Row>(cli: Cli, page: Page<Row>, columns: readonly Column<Row>[], none: string): void {
  const { items, total, limit = Math.max(items.length, 1), offset = 0 } = page;
  if (cli.flags.output === "json") {
    return printJson(cli, { items, total, page: Math.floor(offset / limit) + 1, page_size: limit });
  }
  if (items.length === 0) return say(cli, asCalled(cli, none));
  say(cli, table(cli, items, columns));
  if (total > items.length)
    say(cli, paint(cli).dim(`Showing ${items.length} of ${total}. See more with --limit and --offset.`));
}

/** Prints one object: unchanged in JSON, otherwise one member per line. */
export function printThing(cli: Cli, value: Readonly<Record<string, unknown>>, only?: readonly string[]): void {
  if (cli.flags.output === "json") return printJson(cli, value);
  const entries = Object.entries(value).filter(
    ([name, member]) => member !== null && (only === undefined || only.includes(name)),
  );
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  for (const [name, member] of entries)
    say(cli, `${paint(cli).dim(oneLine(name).padEnd(width))}${GAP}${shown(member)}`);
}

/** Prints what was done; in JSON, the object itself. */
export function printDone(cli: Cli, sentence: string, value: unknown): void {
  if (cli.flags.output === "json") printJson(cli, value);
  else say(cli, `${paint(cli).green("✓")} ${oneLine(asCalled(cli, sentence))}`);
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  // Done before measuring: invisible characters must not count towards the column width.
  return printable(typeof value === "string" ? value : JSON.stringify(value));
}

/**
 * A terminal gets lines that fit, with long texts wrapped between words, and with the last columns below the others where not
 * even the longest words fit beside each other. Words are never cut, because IDs and names are there to be copied. Elsewhere each
 * row is one line.
 */
export function table<Row>(cli: Cli, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const titles = columns.map(({ title }) => oneLine(title));
  const cells = rows.map((row) => columns.map(({ of }) => shown(of(row)).replaceAll(/\s+/g, " ")));
  const width = (at: number, widthOf: (text: string) => number): number =>
    Math.max(stringWidth(titles[at] ?? ""), ...cells.map((row) => widthOf(row[at] ?? "")));
  const room = cli.stdout.isTTY ? (cli.stdout.columns ?? DEFAULT_WIDTH) : Infinity;
  const folded = fold(
    titles.map((_, at) => ({ at, wanted: width(at, stringWidth), least: width(at, longestWord) })),
    room,
  );
  const layers = folded.map((layer, depth) => {
    const indent = depth === 0 ? "" : BELOW;
    return { indent, layer, widths: fittingWidths(layer, room - indent.length) };
  });
  const linesOf = (texts: readonly string[]): string[] =>
    layers.flatMap(({ indent, layer, widths }, depth) => {
      const wrapped = layer.map(({ at }, place) => wrap(texts[at] ?? "", widths[place] ?? 0));
      const lines = Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, line) =>
        wrapped
          .map((parts, place) => padded(parts[line] ?? "", widths[place] ?? 0))
          .join(GAP)
          .trimEnd(),
      );
      return lines.filter((line) => depth === 0 || line !== "").map((line) => indent + line);
    });
  const head = paint(cli).bold(linesOf(titles).join("\n"));
  return [head, ...cells.flatMap(linesOf)].join("\n");
}

/** Text for people to read: on a terminal its lines end between words. */
export function paragraphs({ stdout }: Cli, text: string): string {
  if (!stdout.isTTY) return text;
  const room = stdout.columns ?? DEFAULT_WIDTH;
  return text
    .split("\n")
    .flatMap((line) => wrap(line, room))
    .join("\n");
}

const BELOW = "    ";

interface Measured {
  readonly at: number;
  readonly wanted: number;
  /** Of its longest word. */
  readonly least: number;
}

/** The columns that fit beside each other, and below them the next ones that do. */
function fold(columns: readonly Measured[], room: number): Measured[][] {
  const layers: Measured[][] = [];
  let left = 0;
  for (const column of columns) {
    const last = layers.at(-1);
    if (last && column.least + GAP.length <= left) {
      last.push(column);
      left -= column.least + GAP.length;
    } else {
      left = room - (last ? BELOW.length : 0) - column.least;
      layers.push([column]);
    }
  }
  return layers;
}

const longestWord = (text: string): number => Math.max(...text.split(" ").map((word) => stringWidth(word)));

/** Shrinks the widest columns first, but none below its longest word. */
function fittingWidths(columns: readonly Measured[], room: number): number[] {
  const widths = columns.map(({ wanted }) => wanted);
  let over = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - room;
  for (; over > 0; over -= 1) {
    const widest = Math.max(...widths.filter((width, at) => width > (columns[at]?.least ?? 0)));
    if (widest === -Infinity) break;
    const at = widths.findIndex((width, each) => width === widest && width > (columns[each]?.least ?? 0));
    widths[at] = widest - 1;
  }
  return widths;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - stringWidth(text)));
