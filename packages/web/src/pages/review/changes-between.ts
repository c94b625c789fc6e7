import type { VersionDiff } from "@tackroom/contract";

type Fields = Readonly<Record<string, unknown>>;

/** Derived fields, and fields shown elsewhere on the page. */
const BOOKKEEPING = new Set([
  "digest",
  "diff",
  "updated_at",
  "created_at",
  "risk_signals",
  "mcp_validated",
  "validation_results",
  "components_ready",
  "blocking_components",
  "permissions",
  "changes_requested_at",
]);

/** The differences between a submission as it was read and as it is now: texts line by line, other values as before and after. */
export function changesBetween(before: Fields, after: Fields): Pick<VersionDiff, "fields" | "texts"> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => !BOOKKEEPING.has(path) && JSON.stringify(before[path]) !== JSON.stringify(after[path]),
  );
  const isText = (path: string): boolean =>
    [before[path], after[path]].every((value) => typeof value === "string") &&
    `${String(before[path])}${String(after[path])}`.includes("\n");
  return {
    fields: paths.filter((path) => !isText(path)).map((path) => ({ path, before: before[path], after: after[path] })),
    texts: paths
      .filter(isText)
      .map((path) => ({ path, unified: unifiedDiff(String(before[path]), String(after[path])) })),
  };
}

/** A single hunk from the first to the last different line, with one line of context. */
function unifiedDiff(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - 1);
  const context = Math.min(tail, 1);
  const count = (lines: readonly string[]): number => lines.length - tail + context - start;
  return [
    `@@ -${start + 1},${count(old)} +${start + 1},${count(now)} @@`,
    ...old.slice(start, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + context).map((line) => ` ${line}`),
  ].join("\n");
}
