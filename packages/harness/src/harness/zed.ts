import { defineHarness } from "../harness.js";
import type { Platform } from "../neutral.js";
import { agentAsSkill } from "../render/agent-text.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";
import { PLAIN_RECORDING } from "../recording/recording-facts.js";
import { readZed, zedNames } from "../transcript/zed.js";

function dataFolder(platform: Platform | undefined): string {
  if (platform === "darwin") return "~/Library/Application Support/Zed";
  return platform === "windows" ? "~/AppData/Local/Zed" : "~/.local/share/zed";
}

export const zed = defineHarness({
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
  presence: {
    binaries: ["zed"],
    markers: [(platform) => (platform === "windows" ? "~/AppData/Roaming/Zed" : "~/.config/zed")],
    traces: [".zed"],
  },
  moved: [{ variable: "LOCALAPPDATA", from: "~/AppData/Local" }],
  scan: { places: [], hookFolders: [], isKnownByEvents: false },
  transcript: { read: readZed, names: zedNames, usageComesFirst: false, mayLackUsage: false },
  sessions: {
    lines: [],
    store: { format: "zed-database", files: [{ folder: dataFolder, parts: ["threads", "threads.db"] }] },
  },
  recording: PLAIN_RECORDING,
});
