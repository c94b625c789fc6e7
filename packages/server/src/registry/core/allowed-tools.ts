import type { Fields } from "./fields.js";
import { parseSkillMd } from "./skill-md.js";

/** What a skill may use without asking, as its front matter says: a list, or names between commas or blanks. */
export function allowedTools({ skill_md_content: page }: Fields): string[] {
  if (typeof page !== "string") return [];
  const { "allowed-tools": hyphened, allowed_tools: given = hyphened } = parseSkillMd(page).frontMatter;
  const entries = Array.isArray(given) ? given : typeof given === "string" ? toolNames(given) : [];
  return [...new Set(entries.filter((entry) => typeof entry === "string").map((entry) => entry.trim()))].filter(
    (entry) => entry !== "",
  );
}

/** `Bash(git add:*, git commit:*), Read Grep`: commas and blanks inside of brackets belong to the tool. */
function toolNames(text: string): string[] {
  return text.match(/[^\s,()]{1,200}(?:\([^()\n]{0,500}\))?/g) ?? [];
}

/** Tools that run whatever they are told. */
const RUNS_ANYTHING = /^(?:bash|shell|powershell|terminal|execute|run_command|run_terminal_cmd)$/i;
const ANY_ARGUMENT = /^[\s:*]*$/;

/** Whether an entry leaves nothing out: `*`, `Bash`, `Bash(*)`, `Bash(:*)`. */
export function allowsAnything(entry: string): "everything" | "any command" | undefined {
  if (/^[*]+$/.test(entry)) return "everything";
  const [, tool = "", argument = ""] = /^([^()]{1,200})(?:\((.{0,500})\))?$/.exec(entry) ?? [];
  return RUNS_ANYTHING.test(tool) && ANY_ARGUMENT.test(argument) ? "any command" : undefined;
}

/** Whether what an entry allows was allowed before. */
export function isCovered(entry: string, before: readonly string[]): boolean {
  const tool = entry.replace(/\(.*$/s, "");
  return before.some((other) => {
    if (other === entry || allowsAnything(other) === "everything") return true;
    return other === tool || (other.startsWith(`${tool}(`) && ANY_ARGUMENT.test(other.slice(tool.length + 1, -1)));
  });
}
