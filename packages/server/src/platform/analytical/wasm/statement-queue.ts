import type { Statement } from "../clickhouse-http/index.js";

/** What waits for an engine that runs one statement at a time. */
export interface StatementQueue<Waiting> {
  add(waiting: Waiting): void;
  next(): Waiting | undefined;
}

/**
 * An insert passes the queries that wait: as on the native engine, where writes have a connection of their own, reports do not
 * hold it up. Between two inserts a query has its turn, so that steady writing does not hold up every reader.
 */
export function createStatementQueue<Waiting extends { readonly statement: Statement }>(): StatementQueue<Waiting> {
  const inserts: Waiting[] = [];
  const others: Waiting[] = [];
  let wasInsert = false;
  return {
    add: (waiting) => void (isInsert(waiting.statement) ? inserts : others).push(waiting),
    next() {
      const takesInsert = inserts.length > 0 && (!wasInsert || others.length === 0);
      wasInsert = takesInsert;
      return takesInsert ? inserts.shift() : others.shift();
    },
  };
}

const isInsert = ({ sql }: Statement): boolean => /^\s*insert\s/i.test(sql);
