import type { Values } from "./field-view.js";
import { textOf } from "./form-values.js";

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** One line of the front matter as a person writes it. Whatever is more than that is for the server to read. */
function lineOf(frontMatter: string, key: string): string {
  const [, text = ""] = new RegExp(`^${key}:[ \\t]*(.*)$`, "m").exec(frontMatter) ?? [];
  const value = text.trim();
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/.exec(value) ?? [];
  // A block (| or >) goes on in the lines below.
  return /^[|>&*[{]/.test(value) ? "" : (double ?? single ?? value);
}

/** What a SKILL.md puts into the form: its text, and its name and description where none are typed yet. */
export function valuesFromSkillMd(text: string, values: Values): Values {
  const [, frontMatter = ""] = FRONT_MATTER.exec(text) ?? [];
  const named = Object.fromEntries(
    ["name", "description"]
      .map((key) => [key, lineOf(frontMatter, key)] as const)
      .filter(([key, value]) => value !== "" && textOf(values[key]).trim() === ""),
  );
  return { ...named, skill_md_content: text, delivery_mode: "registry_direct" };
}
