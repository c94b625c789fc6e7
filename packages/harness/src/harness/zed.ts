import type { Harness } from "../harness.js";
import { agentAsSkill } from "../render/agent-text.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";

export const zed: Harness = {
  id: "zed",
  displayName: "Zed",
  defaultScope: "project",
  capabilities: ["mcp_servers", "agents", "skills", "sandboxes"],
  supportedModels: [],
  mcp: {
    format: "jsonc",
    places: {
      project: ".zed/settings.json",
      user: (platform) =>
        platform === "windows" ? "~/AppData/Roaming/Zed/settings.json" : "~/.config/zed/settings.json",
    },
    rootKey: "context_servers",
    transports: ["stdio", "streamable-http"],
    variables: { kind: "none" },
    autoApprove: "none",
    entry: (server) => ({ entry: isRemote(server) ? remoteEntry(server) : stdioEntry(server) }),
  },
  skills: { project: ".agents/skills", user: "~/.agents/skills" },
  hooks: {
    kind: "none",
    reason: "Zed does not support hooks.",
    remedy: "Enforce the check outside Zed, for example in a git hook.",
  },
  agents: {
    places: { project: ".agents/skills/{name}/SKILL.md", user: "~/.agents/skills/{name}/SKILL.md" },
    hooksInProfile: "none",
    render: (agent, place) =>
      agentAsSkill(agent, place, {
        displayName: "Zed",
        reason: "Zed does not support agent files",
      }),
  },
};
