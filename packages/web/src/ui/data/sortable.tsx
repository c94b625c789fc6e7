import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { classes } from "../theme/classes.js";
import type { Column } from "./table.js";

/** A column by whose values the rows can be sorted; unknown values come last. */
export interface SortableColumn<Row> extends Omit<Column<Row>, "header"> {
  readonly header: string;
  readonly value?: (row: Row) => number | string | null;
}

interface Order {
  readonly key: string;
  readonly isUp: boolean;
}

/** Columns whose headers are buttons, and the rows in the chosen order; as they are given until one is chosen. */
export function useSorted<Row>(
  columns: readonly SortableColumn<Row>[],
  rows: readonly Row[],
): { readonly columns: readonly Column<Row>[]; readonly rows: readonly Row[] } {
  const [order, setOrder] = useState<Order>();
  const valueOf = columns.find(({ key }) => key === order?.key)?.value;
  return {
    rows: order && valueOf ? sortRows(rows, valueOf, order.isUp) : rows,
    columns: columns.map(({ value, ...column }) => {
      if (!value) return column;
      const isUp = order?.key === column.key ? order.isUp : undefined;
      // Numbers are looked through from the highest down, names from the first on.
      const next = isUp === undefined ? !column.numeric : !isUp;
      return {
        ...column,
        sorted: isUp === undefined ? undefined : isUp ? ("ascending" as const) : ("descending" as const),
        header: (
          <button
            type="button"
            className={classes("inline-flex items-center gap-1 hover:text-ink", isUp !== undefined && "text-ink")}
            onClick={() => setOrder({ key: column.key, isUp: next })}
          >
            {column.header}
            <SortMark isUp={isUp} />
          </button>
        ),
      };
    }),
  };
}

/** Its place is kept, so that the columns do not move. */
function SortMark({ isUp }: { readonly isUp: boolean | undefined }) {
  const Icon = isUp ? ArrowUp : ArrowDown;
  return <Icon size={12} aria-hidden="true" className={isUp === undefined ? "invisible" : ""} />;
}

export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | string | null,
  isUp: boolean,
): readonly Row[] {
  const sign = isUp ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === "string" || typeof b === "string") return sign * String(a).localeCompare(String(b), "en");
    return sign * (a - b);
  });
}
