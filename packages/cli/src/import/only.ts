import { usageError } from "../errors.js";
import { KINDS, TYPE_OF, type Kind } from "../kinds.js";
import type { FoundItem } from "./found-item.js";

/** `--only skill`, `--only 'plugins/**'`: kinds, and patterns for paths or names. All kinds, or all paths, if none is given. */
export function selection(only: readonly string[]): (item: Pick<FoundItem, "type" | "path" | "name">) => boolean {
  const kinds = only.flatMap((word) => kindOf(word) ?? []);
  const patterns = only.filter((word) => kindOf(word) === undefined).map(patternOf);
  return ({ type, path, name }) =>
    (kinds.length === 0 || kinds.includes(type)) &&
    (patterns.length === 0 || patterns.some((pattern) => pattern.test(path) || pattern.test(name)));
}

const kindOf = (word: string): Kind | undefined => KINDS.find((kind) => kind === word || TYPE_OF[kind] === word);

/** `*` stands for part of a name, `**` for any folders. */
function patternOf(glob: string): RegExp {
  if (glob.trim() === "") throw usageError("--only is empty.", `Pass a kind (${KINDS.join(", ")}) or a path pattern.`);
  const parts = glob.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part.startsWith("**")) return "(?:.*)";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join("")}$`);
}
