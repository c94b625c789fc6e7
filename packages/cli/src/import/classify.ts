import { parseMarkdown } from "@tackroom/harness";
import type { Kind } from "../kinds.js";

/** Folders that do not contain what people wrote. */
export const NOT_ENTERED = new Set([".git", "node_modules", "__pycache__", ".venv", "venv"]);

const MARKDOWN = /\.(?:md|mdx)$/i;
/** Texts about a collection, not members of it. */
const ABOUT = /^(?:readme|changelog|contributing|license|code_of_conduct|security|claude|agents|gemini|index)\.mdx?$/i;

/** The kinds that a file may hold, judged by its path alone; the front matter decides between them. */
export function kindsOfPath(path: string): readonly Kind[] {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  if (name.toLowerCase() === "skill.md") return ["skill"];
  if (MARKDOWN.test(name)) return markdownKinds(folders, name);
  if (name.endsWith(".toml")) return tomlKinds(folders);
  return name.endsWith(".json") ? jsonKinds(folders, name) : [];
}

function markdownKinds(folders: readonly string[], name: string): readonly Kind[] {
  if (ABOUT.test(name)) return [];
  if (/\.(?:agent|chatmode)\.md$/i.test(name)) return ["agent"];
  if (/\.prompt\.md$/i.test(name)) return ["prompt"];
  const nearest = folders.findLast((folder) =>
    /^(?:(?:sub)?agents?|commands?|prompts?|workflows|docs?)$/i.test(folder),
  );
  // GitHub's agentic workflows: what they may do stands in their front matter, which a prompt would lose.
  if (/(?:^|\/)\.github\/workflows$/i.test(folders.join("/"))) return [];
  if (nearest === undefined) return ["agent"];
  if (/agent/i.test(nearest)) return ["agent"];
  return /^docs?$/i.test(nearest) ? [] : ["prompt"];
}

/** Codex keeps agents in TOML, Gemini CLI commands. */
function tomlKinds(folders: readonly string[]): readonly Kind[] {
  const nearest = folders.findLast((folder) => /^(?:agents?|commands?)$/i.test(folder));
  if (nearest === undefined) return [];
  return /agent/i.test(nearest) ? ["agent"] : ["prompt"];
}

function jsonKinds(folders: readonly string[], name: string): readonly Kind[] {
  if (/^(?:\.?mcp|mcp[-_.]config|server)\.json$/i.test(name) || folders.some((folder) => /^mcps?$/i.test(folder)))
    return ["mcp"];
  if (name === "gemini-extension.json") return ["mcp"];
  if (name === "plugin.json" && folders.at(-1) === ".claude-plugin") return ["mcp", "hook"];
  if (folders.at(-1) === "agents" && folders.includes(".kiro")) return ["agent"];
  const isHooks = /^hooks?\.json$/i.test(name) || folders.some((folder) => /^hooks?$/i.test(folder));
  const isSettings = /^settings(?:\.local)?\.json$/.test(name) && /^\.(?:claude|gemini)$/.test(folders.at(-1) ?? "");
  return isHooks || isSettings ? ["hook"] : [];
}

const AGENT_MEMBERS = ["tools", "model", "mode", "permission", "disallowedTools", "handoffs"];

/**
 * Whether a Markdown file is an agent or a command, or just a text. Collections keep agents in folders of any name, so what
 * their front matter says counts there.
 */
export function isMeant(kind: Kind, path: string, text: string): boolean {
  if (kind === "prompt") return text.trim() !== "";
  const isNamed = /\.(?:agent|chatmode)\.md$/i.test(path) || /(?:^|\/)(?:sub)?agents?\//i.test(path);
  const members = frontMatterOf(text);
  // In a folder of agents, a file whose front matter is broken was meant to be one; its author should know.
  if (members === undefined) return isNamed;
  const has = (name: string): boolean => members[name] !== undefined;
  if (isNamed) return has("description") || has("name");
  return has("name") && has("description") && AGENT_MEMBERS.some(has);
}

function frontMatterOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseMarkdown(text).members;
  } catch {
    return undefined;
  }
}
