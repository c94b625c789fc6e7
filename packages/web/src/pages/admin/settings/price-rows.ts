import { modelPriceProblems, type ModelPrice, type PriceProblem } from "@tackroom/contract/model-prices";

/** A row of the editor. Missing members have not been entered yet. */
export type PriceRow = Readonly<Partial<ModelPrice>>;

export interface PriceColumn {
  readonly name: keyof ModelPrice;
  readonly header: string;
  readonly type: "text" | "number" | "date";
}

export const PRICE_COLUMNS: readonly PriceColumn[] = [
  { name: "model", header: "Model", type: "text" },
  { name: "input", header: "Input", type: "number" },
  { name: "output", header: "Output", type: "number" },
  { name: "cache_read", header: "Cache read", type: "number" },
  { name: "cache_write", header: "Cache write, 5 min", type: "number" },
  { name: "cache_write_1h", header: "Cache write, 1 h", type: "number" },
  { name: "from", header: "Valid from", type: "date" },
];

/** Parses the rows of a text that may be incomplete. Earlier releases stored the patterns as object keys. */
export function rowsOf(text: string): PriceRow[] {
  const found = parsed(text);
  if (Array.isArray(found)) return found as PriceRow[];
  if (typeof found !== "object" || found === null) return [];
  return Object.entries(found).map(([model, price]) => ({ ...(price as PriceRow), model }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Without rows, the setting is empty. */
export const textOf = (rows: readonly PriceRow[]): string => (rows.length === 0 ? "" : JSON.stringify(rows));

/** A row with one cell changed. An empty cell has no value. */
export function withCell(row: PriceRow, { name, type }: PriceColumn, typed: string): PriceRow {
  const { [name]: _before, ...rest } = row;
  if (typed === "") return rest;
  return { ...rest, [name]: type === "number" ? Number(typed) : typed };
}

/** The error message of a cell. Empty cells show none until the user tries to save. */
export function problemAt(
  problems: readonly PriceProblem[],
  { row, column, isTyped, isRefused }: { row: number; column: string; isTyped: boolean; isRefused: boolean },
): string | undefined {
  const found = problems.find((problem) => problem.row === row && problem.field === column);
  return isTyped || isRefused ? found?.message : undefined;
}

export const problemsIn = (rows: readonly PriceRow[]): PriceProblem[] => modelPriceProblems(rows);
