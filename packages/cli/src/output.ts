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
  const entries = Object.entries(value).filter(([name, member]) => (only ? only.includes(name) : member !== null));
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
 * A terminal gets lines that fit, with long texts wrapped between words. Words are never cut, because IDs and names are there to be
 * copied. Elsewhere each row is one line.
 */
export function table<Row>(cli: Cli, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const titles = columns.map(({ title }) => oneLine(title));
  const cells = rows.map((row) => columns.map(({ of }) => shown(of(row)).replaceAll(/\s+/g, " ")));
  const width = (at: number, widthOf: (text: string) => number): number =>
    Math.max(stringWidth(titles[at] ?? ""), ...cells.map((row) => widthOf(row[at] ?? "")));
  const widths = fittingWidths(
    titles.map((_, at) => ({ wanted: width(at, stringWidth), least: width(at, longestWord) })),
    cli.stdout.isTTY ? (cli.stdout.columns ?? DEFAULT_WIDTH) : Infinity,
  );
  const linesOf = (texts: readonly string[]): string[] => {
    const wrapped = texts.map((text, at) => wrap(text, widths[at] ?? 0));
    return Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, line) =>
      wrapped
        .map((lines, at) => padded(lines[line] ?? "", widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  };
  const head = paint(cli).bold(linesOf(titles).join("\n"));
  return [head, ...cells.flatMap(linesOf)].join("\n");
}

const longestWord = (text: string): number => Math.max(...text.split(" ").map((word) => stringWidth(word)));

/** Shrinks the widest columns first, but none below its longest word. */
function fittingWidths(
  columns: readonly { readonly wanted: number; readonly least: number }[],
  room: number,
): number[] {
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
