import type { ReactNode } from "react";
import { classes } from "../theme/classes.js";

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  readonly numeric?: boolean;
  /** Hidden on narrow screens. */
  readonly secondary?: boolean;
  readonly className?: string;
  /** The order of the rows by this column, if they are in it. */
  readonly sorted?: "ascending" | "descending" | undefined;
}

interface TableProps<Row> {
  /** An accessible caption. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const look = (column: Column<Row>): string =>
    classes(
      "look-cell",
      column.numeric && "text-right tabular-nums",
      column.secondary && "hidden md:table-cell",
      column.className,
    );
  return (
    // Focusable, so that a wide table can be scrolled with the keyboard. What is in it for screen readers alone is placed
    // absolutely: outside of a positioned box it would widen the page.
    <div
      className="relative max-w-full min-w-0 overflow-x-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full border-collapse bg-raised">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line bg-sunken text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={classes(look(column), "text-xs font-normal whitespace-nowrap")}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0 hover:bg-hover">
              {columns.map((column) => (
                <td key={column.key} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
