import type { Harness } from "../harness.js";
import { HARNESSES, type HarnessId } from "../harnesses.js";
import { isRemote, remoteEntry, stdioEntry } from "../render/mcp-entry.js";

/**
 * A harness that reads the same files from the folder of a plugin instead of a project. Only places differ from an install, so
 * that the files do not.
 */
export interface PluginHarness {
  /** Whose model names and options agents take. */
  readonly id: HarnessId;
  readonly harness: Harness;
}

interface Scripts {
  /** How a command of a hook names the folder of the plugin. */
  readonly root: string;
}

const HOOKS_FILE = "hooks/hooks.json";

const everywhere = (path: string) => ({ project: path, user: path });

function inPluginFolder(harness: Harness, { root }: Scripts): Harness {
  const { hooks, prompts } = harness;
  return {
    ...harness,
    defaultScope: "project",
    mcp: { ...harness.mcp, places: everywhere(".mcp.json") },
    skills: everywhere("skills"),
    agents: { ...harness.agents, places: everywhere("agents/{name}.md") },
    ...(prompts === undefined ? {} : { prompts: { ...prompts, places: everywhere("commands") } }),
    hooks:
      hooks.kind === "none"
        ? hooks
        : {
            ...hooks,
            places: everywhere(HOOKS_FILE),
            scripts: () => ({ folder: "scripts", reference: `"${root}"/scripts` }),
          },
  };
}

/** The harness's own file of hooks, wherever it says that it is. */
function withHooksIn(harness: Harness, source: Harness): Harness {
  const { hooks } = source;
  if (hooks.kind === "none" || harness.hooks.kind === "none") return harness;
  return {
    ...harness,
    hooks: {
      ...harness.hooks,
      render(entries, place) {
        const rendered = hooks.render(entries, place);
        return rendered.config === undefined
          ? rendered
          : { ...rendered, config: { ...rendered.config, path: HOOKS_FILE } };
      },
    },
  };
}

const pluginOf = (id: HarnessId, scripts: Scripts): PluginHarness => ({
  id,
  harness: withHooksIn(inPluginFolder(HARNESSES[id], scripts), HARNESSES[id]),
});

export const CLAUDE_PLUGIN = pluginOf("claude-code", { root: "${CLAUDE_PLUGIN_ROOT}" });

const gemini = pluginOf("gemini-cli", { root: "${extensionPath}" });

/** An extension has no home for our own hooks: sessions of people who have `tack` are reported by what it installs. */
export const GEMINI_EXTENSION: PluginHarness = {
  ...gemini,
  harness: {
    ...gemini.harness,
    ...(gemini.harness.hooks.kind === "none" ? {} : { hooks: { ...gemini.harness.hooks, sessionEvents: [] } }),
  },
};

/** Agent Plugins 1.0: `mcp.json` has closed forms of entries, and only skills beside it. */
export const AGENT_PLUGIN: PluginHarness = {
  id: CLAUDE_PLUGIN.id,
  harness: {
    ...CLAUDE_PLUGIN.harness,
    mcp: {
      ...CLAUDE_PLUGIN.harness.mcp,
      places: { project: "mcp.json" },
      entry: (server) => ({
        entry: isRemote(server)
          ? remoteEntry(server, { type: server.transport })
          : stdioEntry(server, { type: "stdio" }),
      }),
    },
  },
};
