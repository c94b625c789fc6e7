import { join } from "node:path";
import type { Machine } from "../cli.js";

type Ground = Pick<Machine, "env" | "home" | "platform">;

const FOLDERS: readonly (readonly [start: string, variable: string])[] = [
  ["~/.claude/", "CLAUDE_CONFIG_DIR"],
  ["~/.codex/", "CODEX_HOME"],
  ["~/.copilot/", "COPILOT_HOME"],
  ["~/.pi/agent/", "PI_CODING_AGENT_DIR"],
];

/** The location of a rendered path on this machine. */
export function placeOnMachine({ env, home }: Ground, path: string): string {
  for (const [start, variable] of FOLDERS) {
    const folder = env[variable];
    if (folder && path.startsWith(start)) return join(folder, path.slice(start.length));
  }
  const gemini = env["GEMINI_CLI_HOME"];
  if (gemini && path === "~/.gemini/settings.json") return join(gemini, ".gemini", "settings.json");
  return join(home, path.replace(/^~\//, ""));
}
