/** A node of `EXPLAIN (FORMAT JSON)`, as far as it matters here. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** An index that is read without a condition is the table in another order: counting by it costs as much. */
const SCANS: readonly string[] = ["Seq Scan", "Index Scan", "Index Only Scan", "Sample Scan"];

/** Passes each row on as it comes, so that a limit above it also ends what is below. */
const PASSES_ROWS_ON: readonly string[] = ["LockRows", "Result"];

/** The scans that take longer as their table grows, as in `Seq Scan on user_account`. */
export function growingScans(node: PlanNode, isLimited = false): string[] {
  const type = node["Node Type"];
  // The first rows of a page are found at once; the first rows that a filter lets through may be the last of all.
  const endsEarly = isLimited && node.Filter === undefined;
  const grows = SCANS.includes(type) && node["Index Cond"] === undefined && !endsEarly;
  const limitsBelow = type === "Limit" || (isLimited && PASSES_ROWS_ON.includes(type));
  return [
    ...(grows ? [`${type} on ${node["Relation Name"]}`] : []),
    ...(node.Plans ?? []).flatMap((below) => growingScans(below, limitsBelow)),
  ];
}
