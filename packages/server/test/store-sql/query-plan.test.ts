import { expect, test } from "vitest";
import { growingScans, type PlanNode } from "./query-plan.js";

const scan = (type: string, more: Partial<PlanNode> = {}): PlanNode => ({
  "Node Type": type,
  "Relation Name": "t",
  ...more,
});
const above = (type: string, ...below: PlanNode[]): PlanNode => ({ "Node Type": type, Plans: below });

test.each<[string, PlanNode, string[]]>([
  ["reads every row", scan("Seq Scan", { Filter: "(a = $1)" }), ["Seq Scan on t"]],
  ["looks rows up", scan("Index Scan", { "Index Cond": "(id = $1)", Filter: "(a = $1)" }), []],
  ["looks rows up for a bitmap", above("Bitmap Heap Scan", scan("Bitmap Index Scan", { "Index Cond": "(a = 1)" })), []],
  ["walks a whole index", scan("Index Only Scan"), ["Index Only Scan on t"]],
  ["takes the first rows", above("Limit", scan("Index Scan")), []],
  ["locks the first rows", above("Limit", above("LockRows", scan("Index Scan"))), []],
  ["sorts to find the first rows", above("Limit", above("Sort", scan("Seq Scan"))), ["Seq Scan on t"]],
  ["searches for the first rows", above("Limit", scan("Index Scan", { Filter: "(a = $1)" })), ["Index Scan on t"]],
  [
    "reads every row to update some",
    above("ModifyTable", above("Hash Join", scan("Seq Scan"), above("Hash", scan("Function Scan")))),
    ["Seq Scan on t"],
  ],
])("tells whether a statement that %s takes longer as the table grows", (_what, plan, expected) => {
  expect(growingScans(plan)).toEqual(expected);
});
