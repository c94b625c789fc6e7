import type { Places } from "../harness.js";
import type { Platform, Scope } from "../neutral.js";

/** A name that is one safe part of a path, and an Agent Skills name: `[a-z0-9-]`, no hyphen at either end or twice. */
export function pathPart(name: string): string {
  const part = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 64)
    .replace(/-$/, "");
  return part === "" ? "item" : part;
}

/** An agent's name may hold underscores; its file keeps them. */
export function agentFileName(name: string): string {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) ? name : pathPart(name);
}

/** A file name without anything that a shell or a path would read. */
export function scriptFileName(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? "";
  const safe = last.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "");
  return safe === "" ? "hook.sh" : safe;
}

/** A word of a POSIX shell command; a leading `~/` keeps its meaning. */
export function shellWord(word: string): string {
  if (/^(?:~\/)?[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

export function placeIn(places: Places, scope: Scope, platform?: Platform): string | undefined {
  if (scope === "project") return places.project;
  return typeof places.user === "function" ? places.user(platform) : places.user;
}

/** The placeholder of a path, and what it is replaced by. */
export const NAME = "{name}";
export const fillPath = (path: string, name: string): string => path.replace(NAME, name);

/** One part of a JSON pointer. */
export function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
