import { agent, HEADERS, json, SEARCH, skill, TRACKER, type Home } from "./examples.js";

/** The second half of `homes.ts`. */
const SCRIPT = "#!/bin/sh\nexit 0\n";

export const MORE_HOMES = {
  antigravity: {
    files: {
      "~/.gemini/config/mcp_config.json": json({ mcpServers: { tracker: TRACKER } }),
      "~/.gemini/antigravity/mcp_config.json": json({
        mcpServers: { old: { serverUrl: "https://mcp.acme.test/old", headers: HEADERS } },
      }),
      "~/.gemini/antigravity-cli/skills/lint/SKILL.md": skill("lint"),
      ".agents/agents/reviewer/agent.md": agent("reviewer"),
      "guard.sh": SCRIPT,
      "bye.sh": SCRIPT,
      ".agents/hooks.json": json({
        guard: {
          PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "./guard.sh" }] }],
          Stop: [{ type: "command", command: "./bye.sh" }],
        },
      }),
      ".agents/workflows/release.md": "Release it.\n",
    },
    found: [
      "mcps user tracker ~/.gemini/config/mcp_config.json",
      "mcps user old ~/.gemini/antigravity/mcp_config.json",
      "skills user lint ~/.gemini/antigravity-cli/skills/lint/SKILL.md",
      "agents project reviewer .agents/agents/reviewer/agent.md",
      "hooks project guard .agents/hooks.json",
      "hooks project guard-2 .agents/hooks.json",
      "prompts project release .agents/workflows/release.md",
    ],
  },
  goose: {
    files: {
      "~/.config/goose/config.yaml": `GOOSE_PROVIDER: acme\nextensions:\n  developer:\n    type: builtin\n    name: developer\n    enabled: true\n  tracker:\n    type: stdio\n    name: tracker\n    enabled: true\n    cmd: npx\n    args: ["-y", "@acme/tracker@1.4.0"]\n    envs:\n      TRACKER_URL: s3cr3t-address\n    env_keys: [TRACKER_TOKEN]\n    timeout: 300\n  search:\n    type: streamable_http\n    name: search\n    uri: https://mcp.acme.test/mcp\n    headers:\n      Authorization: Bearer s3cr3t-of-the-search\n`,
      "~/.config/goose/recipes/plan.yaml":
        "version: 1.0.0\ntitle: Plan\ndescription: Plans\nprompt: Plan {{ goal }}.\n",
      "~/.agents/agents/reviewer.md": agent("reviewer"),
      ".goose/skills/lint/SKILL.md": skill("lint"),
      ".agents/plugins/guard/scripts/guard.sh": SCRIPT,
      ".agents/plugins/guard/hooks/hooks.json": json({
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: '"${PLUGIN_ROOT}"/scripts/guard.sh' }] }] },
      }),
    },
    found: [
      "mcps user tracker ~/.config/goose/config.yaml",
      "mcps user search ~/.config/goose/config.yaml",
      "prompts user plan ~/.config/goose/recipes/plan.yaml",
      "agents user reviewer ~/.agents/agents/reviewer.md",
      "skills project lint .goose/skills/lint/SKILL.md",
      "hooks project goose-pre-tool-use-guard .agents/plugins/guard/hooks/hooks.json",
    ],
  },
  pi: {
    files: {
      "~/.pi/agent/mcp.json": json({ mcpServers: { tracker: { ...TRACKER, lifecycle: "lazy" } } }),
      "~/.pi/agent/prompts/plan.md": "Plan it.\n",
      "~/.pi/agent/agents/reviewer/AGENTS.md": "You review.\n",
      "~/.config/mcp/mcp.json": json({ mcpServers: { search: { ...SEARCH, bearerTokenEnv: "SEARCH_TOKEN" } } }),
      ".pi/skills/lint/SKILL.md": skill("lint"),
      ".pi/extensions/guard/index.ts": "export default (pi) => {};\n",
      ".pi/extensions/tackroom.ts": "export default (pi) => {};\n",
    },
    found: [
      "mcps user tracker ~/.pi/agent/mcp.json",
      "prompts user plan ~/.pi/agent/prompts/plan.md",
      "agents user reviewer ~/.pi/agent/agents/reviewer/AGENTS.md",
      "mcps user search ~/.config/mcp/mcp.json",
      "skills project lint .pi/skills/lint/SKILL.md",
      "hooks project guard .pi/extensions/guard/index.ts (!)",
    ],
  },
  "gemini-cli": {
    files: {
      "guard.sh": SCRIPT,
      "~/.gemini/settings.json": `{\n  /* servers */\n  "mcpServers": { "tracker": { "command": "npx", "args": ["-y", "@acme/tracker@1.4.0"], "env": { "TRACKER_TOKEN": "$TRACKER_TOKEN" } }, "search": { "httpUrl": "https://mcp.acme.test/mcp" } },\n  "hooks": { "BeforeTool": [{ "matcher": "write_file", "hooks": [{ "type": "command", "command": "./guard.sh", "timeout": 5000 }] }] }\n}\n`,
      "~/.gemini/commands/git/commit.toml": 'description = "Commits"\nprompt = """\nCommit {{args}}.\n"""\n',
      "~/.gemini/extensions/maps/gemini-extension.json": json({
        name: "maps",
        version: "1.0.0",
        mcpServers: { maps: { command: "node", args: ["maps.js"] } },
      }),
      ".gemini/agents/reviewer.md": agent("reviewer"),
      ".gemini/skills/lint/SKILL.md": skill("lint"),
    },
    found: [
      "mcps user tracker ~/.gemini/settings.json",
      "mcps user search ~/.gemini/settings.json",
      "hooks user gemini-cli-before-tool-guard ~/.gemini/settings.json",
      "prompts user git:commit ~/.gemini/commands/git/commit.toml",
      "mcps user maps ~/.gemini/extensions/maps/gemini-extension.json",
      "agents project reviewer .gemini/agents/reviewer.md",
      "skills project lint .gemini/skills/lint/SKILL.md",
    ],
  },
  windsurf: {
    files: {
      "~/.codeium/windsurf/mcp_config.json": json({
        mcpServers: { tracker: TRACKER, search: { serverUrl: SEARCH.url, headers: HEADERS } },
      }),
      "~/.codeium/windsurf/skills/lint/SKILL.md": skill("lint"),
      "guard.py": SCRIPT,
      ".windsurf/hooks.json": json({
        hooks: { pre_run_command: [{ command: "python3 guard.py", show_output: true }] },
      }),
      ".windsurf/workflows/release.md": "Release it.\n",
      ".devin/agents/reviewer/AGENT.md": agent("reviewer"),
    },
    found: [
      "mcps user tracker ~/.codeium/windsurf/mcp_config.json",
      "mcps user search ~/.codeium/windsurf/mcp_config.json",
      "skills user lint ~/.codeium/windsurf/skills/lint/SKILL.md",
      "hooks project windsurf-pre-run-command-guard .windsurf/hooks.json",
      "prompts project release .windsurf/workflows/release.md",
      "agents project reviewer .devin/agents/reviewer/AGENT.md",
    ],
  },
  zed: {
    files: {
      "~/.config/zed/settings.json": `// Zed settings\n{\n  "theme": "One Dark",\n  "context_servers": {\n    "tracker": { "command": "npx", "args": ["-y", "@acme/tracker@1.4.0"], "env": { "TRACKER_TOKEN": "s3cr3t-of-the-tracker" } },\n    "older": { "command": { "path": "older-server", "args": ["--stdio"] } },\n  },\n}\n`,
      ".zed/settings.json": json({ context_servers: { search: SEARCH } }),
      "~/.agents/skills/lint/SKILL.md": skill("lint"),
    },
    found: [
      "mcps user tracker ~/.config/zed/settings.json",
      "mcps user older ~/.config/zed/settings.json",
      "mcps project search .zed/settings.json",
      "skills user lint ~/.agents/skills/lint/SKILL.md",
    ],
  },
  cline: {
    files: {
      "~/.cline/data/settings/cline_mcp_settings.json": json({
        mcpServers: { tracker: { ...TRACKER, disabled: false } },
      }),
      "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": json({
        mcpServers: { search: { type: "streamableHttp", ...SEARCH } },
      }),
      ".cline/agents/reviewer.yaml": agent("reviewer"),
      ".clinerules/skills/lint/SKILL.md": skill("lint"),
      ".clinerules/workflows/release.md": "Release it.\n",
      ".clinerules/hooks/PreToolUse": "#!/bin/sh\nexit 0\n",
      "~/.cline/hooks/TaskStart": "#!/bin/sh\n# Written by Tackroom.\n",
    },
    found: [
      "mcps user tracker ~/.cline/data/settings/cline_mcp_settings.json",
      "mcps user search ~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
      "agents project reviewer .cline/agents/reviewer.yaml",
      "skills project lint .clinerules/skills/lint/SKILL.md",
      "prompts project release .clinerules/workflows/release.md",
      "hooks project cline-pre-tool-use .clinerules/hooks/PreToolUse (!)",
    ],
  },
  amp: {
    files: {
      "~/.config/amp/settings.json": json({
        "amp.mcpServers": { tracker: TRACKER },
        amp: { mcpServers: { nested: TRACKER } },
      }),
      ".amp/settings.json": json({ "amp.mcpServers": { search: SEARCH } }),
      ".amp/plugins/guard.ts": "export default {};\n",
      "~/.config/agents/skills/lint/SKILL.md": skill("lint"),
    },
    found: [
      "mcps user tracker ~/.config/amp/settings.json",
      "mcps project search .amp/settings.json",
      "hooks project guard .amp/plugins/guard.ts (!)",
      "skills user lint ~/.config/agents/skills/lint/SKILL.md",
    ],
  },
} as const satisfies Readonly<Record<string, Home>>;
