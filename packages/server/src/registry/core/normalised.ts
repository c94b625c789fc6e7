/**
 * The same JSON value whatever the order in which its keys were sent, and whether or not it has been through the store: a
 * digest depends on content only. What JSON cannot say, such as 1e999, becomes what the store would keep.
 */
export function normalised(value: unknown): unknown {
  return sorted(JSON.parse(JSON.stringify(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
