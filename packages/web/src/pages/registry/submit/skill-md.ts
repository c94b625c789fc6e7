import type { Values } from "./field-view.js";
import { textOf } from "./form-values.js";

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads a simple line of the front matter. The server parses everything else. */
function lineOf(frontMatter: string, key: string): string {
  const [, text = ""] = new RegExp(`^${key}:[ \\t]*(.*)$`, "m").exec(frontMatter) ?? [];
  const value = text.trim();
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/.exec(value) ?? [];
  // A block (| or >) continues on the following lines.
  return /^[|>&*[{]/.test(value) ? "" : (double ?? single ?? value);
}

/** The form values from a SKILL.md: its text, and its name and description unless they are already set. */
export function valuesFromSkillMd(text: string, values: Values): Values {
  const [, frontMatter = ""] = FRONT_MATTER.exec(text) ?? [];
  const named = Object.fromEntries(
    ["name", "description"]
      .map((key) => [key, lineOf(frontMatter, key)] as const)
      .filter(([key, value]) => value !== "" && textOf(values[key]).trim() === ""),
  );
  return { ...named, skill_md_content: text, delivery_mode: "registry_direct" };
}
