import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { isRecord, type JsonRecord, recordIn } from "../transcript/json.js";
import { parseJsonWithComments } from "./json-with-comments.js";

export type Members = JsonRecord;

/** An alias that repeats an alias grows tenfold with each line. */
const YAML_OPTIONS = { maxAliasCount: 20, logLevel: "error" } as const;

/** A file that is all data, by its ending. Throws when it cannot be read. */
export function parseData(path: string, text: string): Members {
  const value: unknown = parseValue(path, text);
  // Harnesses make an empty file when they start.
  if (value === null || value === undefined) return {};
  if (!isRecord(value)) throw new Error("it is not an object");
  return value;
}

function parseValue(path: string, text: string): unknown {
  if (text.trim() === "") return undefined;
  if (path.endsWith(".toml")) return parseToml(text.replace(/^\uFEFF/, ""));
  if (/\.ya?ml$/.test(path)) return parseYaml(text, YAML_OPTIONS);
  return parseJsonWithComments(text);
}

export interface MarkdownFile {
  readonly members: Members;
  readonly body: string;
}

const FENCE = /^---[ \t]*$/;

/** Markdown, with YAML front matter between `---` lines at the very start if there is some. Throws when that cannot be read. */
export function parseMarkdown(text: string): MarkdownFile {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n");
  const end = FENCE.test(lines[0] ?? "") ? lines.findIndex((line, at) => at > 0 && FENCE.test(line)) : -1;
  if (end === -1) return { members: {}, body: lines.join("\n") };
  const value: unknown = parseFrontMatter(lines.slice(1, end));
  if (value !== null && !isRecord(value))
    throw new Error("the front matter is not a YAML mapping of `key: value` lines");
  return {
    members: value ?? {},
    body: lines
      .slice(end + 1)
      .join("\n")
      .replace(/^\n+/, ""),
  };
}

/** Harnesses read `description: Use this: …` and `argument-hint: [a] | [b]` as people mean them, though neither is YAML. */
function parseFrontMatter(lines: readonly string[]): unknown {
  try {
    return parseYaml(lines.join("\n"), YAML_OPTIONS);
  } catch (error) {
    const quoted = lines.map(quoteUnlessYaml);
    if (quoted.every((line, at) => line === lines[at])) throw error;
    return parseYaml(quoted.join("\n"), YAML_OPTIONS);
  }
}

function quoteUnlessYaml(line: string): string {
  const [, key] = /^([A-Za-z][\w-]{0,60}):[ \t]/.exec(line) ?? [];
  const value = line.slice((key?.length ?? 0) + 1).trim();
  // A list that is not closed goes on in the next line, or is a mistake.
  const isUnclosed = /^[[{][^\]}]*$/.test(value);
  return key === undefined || isUnclosed || isYaml(line) ? line : `${key}: ${JSON.stringify(value)}`;
}

function isYaml(line: string): boolean {
  try {
    parseYaml(line, YAML_OPTIONS);
    return true;
  } catch {
    return false;
  }
}

/** A text that says something. */
export function textIn(members: Members, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = members[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

export function textsIn(members: Members, name: string): string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((element) => typeof element === "string") : [];
}

/** What a path of members leads to. */
export function memberAt(document: Members, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => recordIn(value)[name], document);
}

/** The last part of a path, without its ending. */
export function stemOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/(\.prompt|\.agent)?\.[A-Za-z0-9]+$/, "");
}

export function folderOf(path: string): string {
  return path.split("/").at(-2) ?? "";
}
