import { expect, test } from "vitest";
import type { Statement } from "../clickhouse-http/index.js";
import { createStatementQueue } from "./statement-queue.js";

/** The order in which an engine that is busy with something else takes what was added meanwhile. */
function orderOf(...sqls: readonly string[]): string[] {
  const queue = createStatementQueue<{ statement: Statement }>();
  for (const sql of sqls) queue.add({ statement: { preamble: [], params: [], format: "Null", sql } });
  const order: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) order.push(next.statement.sql);
  return order;
}

test("an insert does not wait for the queries before it", () => {
  expect(orderOf("SELECT 1", "SELECT 2", "\nINSERT INTO a")).toEqual(["\nINSERT INTO a", "SELECT 1", "SELECT 2"]);
});

test("a query has its turn between two inserts, however many wait", () => {
  expect(orderOf("INSERT INTO a", "INSERT INTO b", "insert into c", "SELECT 1", "SELECT 2")).toEqual([
    "INSERT INTO a",
    "SELECT 1",
    "INSERT INTO b",
    "SELECT 2",
    "insert into c",
  ]);
});

test("inserts keep their order, and so does everything else", () => {
  expect(orderOf("CREATE TABLE a", "INSERT INTO b", "ALTER TABLE a", "INSERT INTO c")).toEqual([
    "INSERT INTO b",
    "CREATE TABLE a",
    "INSERT INTO c",
    "ALTER TABLE a",
  ]);
});
