import { stringify as stringifyToml } from "smol-toml";
import { stringify as stringifyYaml } from "yaml";
import type { FileFormat } from "../neutral.js";

type Members = Readonly<Record<string, unknown>>;

/** One line per value and no folding: many harnesses read front matter with less than a YAML parser. */
const YAML_OPTIONS = { lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: 1_000_000 } as const;

export function textOf(format: FileFormat, content: Members): string {
  if (format === "toml") return withFinalNewline(stringifyToml(content));
  if (format === "yaml") return stringifyYaml(content, YAML_OPTIONS);
  return jsonText(content);
}

export function jsonText(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function withFinalNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Markdown under YAML front matter; members that are undefined are left out. */
export function frontMatter(members: Members, body: string): string {
  return `---\n${stringifyYaml(present(members), YAML_OPTIONS)}---\n\n${withFinalNewline(body)}`;
}

/** The members that have a value. */
export function present(members: Members): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A TOML string over several lines, so that a person can read a prompt in it. */
export function tomlTextBlock(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"""', '""\\"')
    .replace(/"$/, '\\"')
    // oxlint-disable-next-line no-control-regex -- TOML forbids exactly these in a string
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, escapeCharacter)
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  return `"""\n${escaped}"""`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
