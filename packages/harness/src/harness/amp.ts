import { defineHarness } from "../harness.js";
import { agentAsSkill } from "../render/agent-text.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { DOLLAR_BRACES } from "../render/resolve-server.js";
import { PLAIN_RECORDING } from "../recording/recording-facts.js";
import { inHome, inProject } from "../scan/scan-facts.js";
import { readAmp } from "../transcript/amp.js";

export const amp = defineHarness({
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
  presence: { binaries: ["amp"], markers: ["~/.config/amp", "~/.local/share/amp"], traces: [".amp"] },
  moved: [{ variable: "XDG_DATA_HOME", from: "~/.local/share" }],
  scan: {
    places: [
      inHome("mcps", "~/.config/amp/settings.jsonc", { members: [["amp.mcpServers"]] }),
      inProject("hooks", ".amp/plugins/*.ts", { hooks: "code" }),
      inHome("hooks", "~/.config/amp/plugins/*.ts", { hooks: "code" }),
    ],
    hookFolders: [],
    isKnownByEvents: false,
  },
  transcript: { read: readAmp, names: ({ title }) => ({ title }), usageComesFirst: false, mayLackUsage: false },
  sessions: {
    lines: [],
    store: {
      format: "amp-threads",
      files: [{ folder: "~/.local/share/amp", parts: ["threads", /^(?<session>T-.+)\.json$/] }],
    },
  },
  recording: PLAIN_RECORDING,
});
