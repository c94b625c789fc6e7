import type { Reads } from "./reads.js";

/**
 * What an operation asks of each row of a list becomes one read: all rows ask in the same moment. `key` tells apart what
 * cannot be read together.
 */
export type Batch = <Row extends { readonly id: string }, Found>(
  key: string,
  row: Row,
  readAll: (rows: readonly Row[]) => Promise<ReadonlyMap<string, Found>>,
) => Promise<Found | undefined>;

/** As many as a page has unless more are asked for. */
const ROWS_AT_ONCE = 50;

interface Waiting {
  readonly rows: Map<string, { readonly id: string }>;
  readonly found: Promise<ReadonlyMap<string, unknown>>;
}

export function createBatches(reads: Reads): Batch {
  const open = new Map<string, Waiting>();
  return async <Row extends { readonly id: string }, Found>(
    key: string,
    row: Row,
    readAll: (rows: readonly Row[]) => Promise<ReadonlyMap<string, Found>>,
  ) => {
    const begin = (): Waiting => {
      const rows: Waiting["rows"] = new Map();
      // By then every row has asked.
      const found = Promise.resolve().then(() => {
        if (open.get(key)?.rows === rows) open.delete(key);
        return reads(() => readAll([...rows.values()] as Row[]));
      });
      return { rows, found };
    };
    const known = open.get(key);
    const waiting = known && known.rows.size < ROWS_AT_ONCE ? known : begin();
    open.set(key, waiting);
    waiting.rows.set(row.id, row);
    return (await waiting.found).get(row.id) as Found | undefined;
  };
}
