/** Limits to try in turn, until the line is short enough. */
const LIMITS = [
  { text: 64 * 1024, members: 2000 },
  { text: 16 * 1024, members: 500 },
  { text: 2 * 1024, members: 100 },
  { text: 256, members: 20 },
] as const;

type Limit = (typeof LIMITS)[number];

/** A placeholder is marked as such, because the server's response to it says nothing about the original line. */
export const SHRUNK = '{"tackroom":{"oversize"';

/**
 * Shortens a line that is too long, and keeps its structure: metadata is preserved, and long texts are truncated with a note
 * of their length. Undefined: it is not a JSON object, or cannot be made short enough.
 */
export function shrinkLine(
  line: string,
  facts: { bytes: number; sha256: string },
  maxBytes: number,
): string | undefined {
  const record = parsed(line);
  if (record === undefined) return undefined;
  for (const limit of LIMITS) {
    const shrunk = JSON.stringify({ tackroom: { oversize: facts }, ...shrink(record, limit) });
    if (Buffer.byteLength(shrunk) <= maxBytes) return shrunk;
  }
  return undefined;
}

function parsed(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Deeper levels contain nothing that identifies a line. */
const MAX_DEPTH = 32;

function shrink(record: object, limit: Limit): object {
  const reduce = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return shortened(value, limit.text);
    if (typeof value !== "object" || value === null) return value;
    if (depth === MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.slice(0, limit.members).map((element) => reduce(element, depth + 1));
    const members = Object.entries(value).slice(0, limit.members);
    return Object.fromEntries(members.map(([name, member]) => [name, reduce(member, depth + 1)]));
  };
  return reduce(record, 0) as object;
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}\n[Content truncated: it was too large, with ${text.length} characters.]`;
}
