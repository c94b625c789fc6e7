import { expect, test } from "vitest";
import { layOut } from "./lay-out.js";

test.each([
  [
    `select "a" from "t" where "a" = $1 and "b" = $2 for update`,
    [`select "a"`, `from "t"`, `where "a" = $1`, `  and "b" = $2`, `for update`],
  ],
  [`delete from "t" where ("a" = $1 and "b" = $2)`, [`delete from "t"`, `where ("a" = $1 and "b" = $2)`]],
  [
    `SELECT a FROM t\n    WHERE b IN (\n      SELECT b FROM u\n    )`,
    ["SELECT a", "FROM t", "WHERE b IN (", "  SELECT b FROM u", ")"],
  ],
  [
    `select "from" from "set" where a between {from:Date} and {to:Date} and b = ' and '`,
    [`select "from"`, `from "set"`, `where a between {from:Date} and {to:Date}`, `  and b = ' and '`],
  ],
])("puts each clause of %s on a line of its own", (sql, lines) => {
  expect(layOut(sql)).toBe(lines.join("\n"));
});
