import { renderMcp, renderSkill, type McpServer } from "@tackroom/harness";
import type { InstallReply } from "../reply-files.js";
import type { Item } from "./workplace.js";

export const server = (name: string, version = "1.0.0"): McpServer => ({
  name,
  transport: "stdio",
  command: ["npx", "-y", `@acme/${name}@${version}`],
  env: [],
  headers: [],
  autoApprove: [],
});
export const mcp = (
  harness: "claude-code" | "codex" | "cursor" | "goose",
  name: string,
  version?: string,
): InstallReply => ({
  config_snippet: renderMcp(harness, server(name, version)).snippet,
});
export const skill = (text: string): InstallReply => {
  const files = [{ path: "SKILL.md", content: text, executable: false }];
  const { snippet, files: placed } = renderSkill("codex", { name: "tidy", description: "x", files });
  return { config_snippet: { ...snippet, files: placed } };
};
export const A: Item = { type: "mcp", name: "a", harness: "claude-code" };
export const B: Item = { type: "mcp", name: "b", harness: "claude-code" };
export const SKILL: Item = { type: "skill", name: "tidy", harness: "codex" };
export const SKILL_PATH = ".agents/skills/tidy/SKILL.md";
