/** What the query field understands: `project:x`, `failed:`. */
export const PREFIXES = {
  project: "project",
  harness: "harness",
  agent: "agent_id",
  model: "model",
  person: "user_id",
  team: "team_id",
  server: "mcp_server",
  tool: "tool",
  failed: "has_errors",
} as const;
export type Prefix = keyof typeof PREFIXES;

export interface ReadQuery {
  /** The words that remain to be searched for. */
  readonly words: string;
  /** Filters for the URL. */
  readonly filters: Readonly<Record<string, string>>;
  /** Prefixes with a name that nothing goes by; they stay in the field. */
  readonly unknown: readonly string[];
}

/** The value of a filter that a name stands for; undefined if there is none. */
export type Resolve = (prefix: Prefix, name: string) => string | undefined;

/** A prefix and its value: a word, or a text in quotes. */
const TOKEN = /(?<=^|\s)([a-z]+):(?:"([^"]*)"|(\S*))(?=\s|$)/g;

/**
 * Takes filters out of what was typed. The last one counts only when the user has finished: `project:bil` may become
 * `project:billing`.
 */
export function readQuery(text: string, isFinished: boolean, resolve: Resolve): ReadQuery {
  const filters: Record<string, string> = {};
  const unknown: string[] = [];
  const words = text.replaceAll(TOKEN, (...match: unknown[]) => {
    const [whole, prefix, quoted, plain, at] = match as [
      string,
      string,
      string | undefined,
      string | undefined,
      number,
    ];
    if (!isPrefix(prefix) || (!isFinished && at + whole.length === text.length)) return whole;
    const value = valueOf(prefix, quoted ?? plain ?? "", resolve);
    if (value === undefined) {
      unknown.push(whole);
      return whole;
    }
    filters[PREFIXES[prefix]] = value;
    return "";
  });
  return { words: words.replaceAll(/\s+/g, " ").trim(), filters, unknown };
}

const isPrefix = (name: string): name is Prefix => Object.hasOwn(PREFIXES, name);

function valueOf(prefix: Prefix, name: string, resolve: Resolve): string | undefined {
  if (prefix === "failed") return name === "" || name === "true" ? "true" : undefined;
  return name === "" ? undefined : resolve(prefix, name);
}

/** What can be searched for while someone is typing: not the prefix that is not finished yet. */
export const searchable = (words: string): string =>
  words
    .split(" ")
    .filter((word) => !(word.includes(":") && isPrefix(word.slice(0, word.indexOf(":")))))
    .join(" ");
