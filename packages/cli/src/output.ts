import stringWidth from "string-width";
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
  if (items.length === 0) return say(cli, none);
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
  else say(cli, `${paint(cli).green("✓")} ${oneLine(sentence)}`);
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  // Done before measuring: invisible characters must not count towards the column width.
  return printable(typeof value === "string" ? value : JSON.stringify(value));
}

export function table<Row>(cli: Cli, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const titles = columns.map(({ title }) => oneLine(title));
  const cells = rows.map((row) => columns.map(({ of }) => shown(of(row)).replaceAll(/\s+/g, " ")));
  const widths = fittingWidths(
    titles.map((title, at) => Math.max(stringWidth(title), ...cells.map((row) => stringWidth(row[at] ?? "")))),
    cli.stdout.columns ?? DEFAULT_WIDTH,
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => padded(text, widths[at] ?? 0))
      .join(GAP)
      .trimEnd();
  const head = paint(cli).bold(line(titles));
  return [head, ...cells.map(line)].join("\n");
}

/** Shrinks the widest columns first, but none below a minimum width. */
function fittingWidths(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted];
  const least = 8;
  let over = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1)) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= least) break;
    widths[widths.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return widths;
}

function padded(text: string, width: number): string {
  const over = stringWidth(text) - width;
  if (over <= 0) return text + " ".repeat(-over);
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  while (stringWidth(letters.join("")) > width - 1) letters.pop();
  const cut = `${letters.join("")}…`;
  return cut + " ".repeat(width - stringWidth(cut));
}
