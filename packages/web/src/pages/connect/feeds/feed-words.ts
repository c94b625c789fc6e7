import type { ReplyOf } from "@tackroom/contract/calls";

type Feed = ReplyOf<"getFeed">;

export const CONTENTS: Readonly<Record<Feed["content"], string>> = {
  visible: "Everything that its creator may see",
  public: "The public catalogue",
  team: "The items of a team",
  items: "Some items",
};

const SURFACES: Readonly<Record<Feed["uses"][number]["surface"], string>> = {
  mcp_registry: "MCP registry",
  agent_skills: "Skills",
  opencode: "OpenCode",
  marketplace: "Marketplace",
  gemini: "Gemini extensions",
  mcp: "MCP server",
};

export const surfaceName = (surface: Feed["uses"][number]["surface"]): string => SURFACES[surface];
