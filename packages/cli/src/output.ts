import stringWidth from "string-width";
import { say, type Cli } from "./cli.js";
import { paint } from "./paint.js";

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
  say(cli, JSON.stringify(value, null, 2));
}

/** A list: the contract's object in JSON, else a table that fits the terminal. */
export function printList<Row>(cli: Cli, page: Page<Row>, columns: readonly Column<Row>[], none: string): void {
  const { items, total, limit = Math.max(items.length, 1), offset = 0 } = page;
  if (cli.flags.output === "json") {
    return printJson(cli, { items, total, page: Math.floor(offset / limit) + 1, page_size: limit });
  }
  if (items.length === 0) return say(cli, none);
  say(cli, table(cli, items, columns));
  if (total > items.length) say(cli, paint(cli).dim(`${items.length} of ${total}; more with --limit and --offset`));
}

/** One thing: as it is in JSON, else its members under each other. */
export function printThing(cli: Cli, value: Readonly<Record<string, unknown>>, only?: readonly string[]): void {
  if (cli.flags.output === "json") return printJson(cli, value);
  const entries = Object.entries(value).filter(([name, member]) => (only ? only.includes(name) : member !== null));
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  for (const [name, member] of entries) say(cli, `${paint(cli).dim(name.padEnd(width))}${GAP}${shown(member)}`);
}

/** What was done, for people; the thing itself in JSON. */
export function printDone(cli: Cli, sentence: string, value: unknown): void {
  if (cli.flags.output === "json") printJson(cli, value);
  else say(cli, `${paint(cli).green("✓")} ${sentence}`);
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  // Text from others may hold escapes that would write over what is on the screen.
  return withoutControls(typeof value === "string" ? value : JSON.stringify(value));
}

const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is meant
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "�");

export function table<Row>(cli: Cli, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ of }) => shown(of(row)).replaceAll(/\s+/g, " ")));
  const widths = fittingWidths(
    columns.map(({ title }, at) => Math.max(stringWidth(title), ...cells.map((row) => stringWidth(row[at] ?? "")))),
    cli.stdout.columns ?? DEFAULT_WIDTH,
  );
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => padded(text, widths[at] ?? 0))
      .join(GAP)
      .trimEnd();
  const head = paint(cli).bold(line(columns.map(({ title }) => title)));
  return [head, ...cells.map(line)].join("\n");
}

/** The widest columns give way, none below what a word needs. */
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
