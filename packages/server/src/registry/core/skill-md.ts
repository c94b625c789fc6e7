import type { FieldError } from "@tackroom/contract";
import { withLineFeeds } from "@tackroom/harness";
import { LineCounter, parseDocument } from "yaml";
import { isRecord, type Fields } from "./fields.js";

export interface SkillMd {
  readonly frontMatter: Fields;
  readonly body: string;
  readonly errors: readonly FieldError[];
}

const PATH = "skill_md_content";
/** Harnesses keep the front matter of every skill in the context of every session; more than this is not one. */
const MAX_FRONT_MATTER_LENGTH = 64 * 1024;
/** An alias that repeats an alias grows tenfold with each line. */
const MAX_ALIASES = 20;
const FENCE = /^---[ \t]*$/;

/** Reads a SKILL.md: YAML between `---` lines at the very start, then Markdown. */
export function parseSkillMd(text: string): SkillMd {
  const lines = withLineFeeds(text).split("\n");
  if (!FENCE.test(lines[0] ?? "")) {
    return broken(
      text,
      "SKILL.md must start with front matter: a line of three hyphens (---), name, description, and another line of three hyphens.",
    );
  }
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end === -1) return broken(text, "The front matter is not closed. Add a line of three hyphens (---) after it.");
  const body = lines.slice(end + 1).join("\n");
  const yaml = lines.slice(1, end).join("\n");
  if (yaml.length > MAX_FRONT_MATTER_LENGTH) {
    return broken(body, "The front matter exceeds the limit of 64 KiB. Move content that is not metadata below it.");
  }
  return { body, ...parseFrontMatter(yaml) };
}

function parseFrontMatter(yaml: string): Pick<SkillMd, "frontMatter" | "errors"> {
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(yaml, { lineCounter, prettyErrors: false, logLevel: "silent" });
    const [error] = document.errors;
    // One more, because the opening fence is the first line.
    if (error) return notYaml(`line ${lineCounter.linePos(error.pos[0]).line + 1}: ${error.message}`);
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (isRecord(value)) return { frontMatter: value, errors: [] };
    return notYaml("it is not a YAML mapping of `key: value` lines");
  } catch (error) {
    return notYaml(error instanceof ReferenceError ? "it uses too many aliases" : "it is nested too deeply");
  }
}

const notYaml = (why: string): Pick<SkillMd, "frontMatter" | "errors"> => ({
  frontMatter: {},
  errors: [
    { path: PATH, message: `The front matter is not valid YAML (${why}). Quote values that contain a colon or a #.` },
  ],
});

const broken = (body: string, message: string): SkillMd => ({
  frontMatter: {},
  body: withLineFeeds(body),
  errors: [{ path: PATH, message }],
});

/** For submissions that leave name and description to their SKILL.md. */
export function nameAndDescriptionOf(skillMd: string): { name?: string; description?: string } {
  const { name, description } = parseSkillMd(skillMd).frontMatter as { name?: unknown; description?: unknown };
  return {
    ...(typeof name === "string" && name.trim() !== "" && { name: name.trim() }),
    ...(typeof description === "string" && description.trim() !== "" && { description: description.trim() }),
  };
}
