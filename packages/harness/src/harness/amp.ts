import type { Harness } from "../harness.js";
import { agentAsSkill } from "../render/agent-text.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { DOLLAR_BRACES } from "../render/resolve-server.js";

export const amp: Harness = {
  id: "amp",
  displayName: "Amp",
  defaultScope: "project",
  capabilities: ["mcp_servers", "skills", "sandboxes"],
  supportedModels: [],
  mcp: {
    format: "jsonc",
    places: { project: ".amp/settings.json", user: "~/.config/amp/settings.json" },
    // The dot is part of the key: Amp's settings are not nested.
    rootKey: "amp.mcpServers",
    transports: ["stdio", "sse", "streamable-http"],
    variables: DOLLAR_BRACES,
    autoApprove: "none",
    entry: (server) => ({ entry: isRemote(server) ? remoteEntry(server) : stdioEntry(server) }),
  },
  skills: { project: ".agents/skills", user: "~/.config/agents/skills" },
  hooks: {
    kind: "none",
    reason: "Amp runs hooks as plugins in its own process (.amp/plugins/), not as commands.",
    remedy: "Write it as a plugin.",
  },
  agents: {
    places: { project: ".agents/skills/{name}/SKILL.md", user: "~/.config/agents/skills/{name}/SKILL.md" },
    hooksInProfile: "none",
    render: (agent, place) =>
      agentAsSkill(agent, place, {
        displayName: "Amp",
        reason: "Amp does not support agent files",
      }),
  },
};
