import type { HarnessId } from "@tackroom/harness";
import { agent, HEADERS, json, SEARCH, skill, TRACKER, type Home } from "./examples.js";
import { MORE_HOMES } from "./more-homes.js";

/** A home folder and a project for each harness, with typical content. */
const SCRIPT = "#!/bin/sh\nexit 0\n";

export const HOMES: Readonly<Record<HarnessId, Home>> = {
  "claude-code": {
    files: {
      "~/.claude.json": json({ numStartups: 12, mcpServers: { tracker: { type: "stdio", ...TRACKER } }, projects: {} }),
      "~/.claude/agents/team/reviewer.md": agent("reviewer"),
      "~/.claude/agents/README.md": "# Our agents\n",
      "~/.claude/skills/lint/SKILL.md": skill("lint"),
      "~/.claude/settings.json": json({
        model: "opus",
        hooks: {
          PostToolUse: [
            {
              matcher: "Edit|Write",
              hooks: [
                { type: "command", command: "npx prettier --write .", timeout: 30 },
                { type: "command", command: "~/.tackroom/hook claude-code" },
              ],
            },
          ],
          Stop: [{ hooks: [{ type: "http", url: "https://hooks.acme.test/stop", headers: HEADERS }] }],
          PreCompact: [{ hooks: [{ type: "command", command: "./save.sh" }] }],
        },
      }),
      "~/.claude/commands/git/ship.md": "---\ndescription: Ships\n---\nShip $ARGUMENTS.\n",
      ".mcp.json": json({ mcpServers: { search: { type: "http", ...SEARCH } } }),
      "hello.sh": SCRIPT,
      ".claude/settings.local.json": json({
        hooks: { SessionStart: [{ hooks: [{ type: "command", command: "bash ./hello.sh" }] }] },
      }),
    },
    found: [
      "mcps user tracker ~/.claude.json",
      "agents user reviewer ~/.claude/agents/team/reviewer.md",
      "skills user lint ~/.claude/skills/lint/SKILL.md",
      "hooks user claude-code-post-tool-use-prettier ~/.claude/settings.json",
      "hooks user claude-code-stop-stop ~/.claude/settings.json",
      "hooks user claude-code-pre-compact-save ~/.claude/settings.json (!)",
      "prompts user git:ship ~/.claude/commands/git/ship.md",
      "mcps project search .mcp.json",
      "hooks project claude-code-session-start-hello .claude/settings.local.json",
    ],
  },
  cursor: {
    files: {
      "~/.cursor/mcp.json": json({ mcpServers: { tracker: TRACKER } }),
      ".cursor/mcp.json": json({ mcpServers: { search: SEARCH } }),
      ".cursor/agents/reviewer.md": agent("reviewer"),
      "check.sh": SCRIPT,
      ".cursor/hooks.json": json({
        version: 1,
        hooks: { preToolUse: [{ command: "./check.sh" }], beforeShellExecution: [{ command: "./audit.sh" }] },
      }),
      ".cursor/commands/explain.md": "Explain the selected code.\n",
      ".agents/skills/lint/SKILL.md": skill("lint"),
    },
    found: [
      "mcps user tracker ~/.cursor/mcp.json",
      "mcps project search .cursor/mcp.json",
      "agents project reviewer .cursor/agents/reviewer.md",
      "hooks project cursor-pre-tool-use-check .cursor/hooks.json",
      "hooks project cursor-before-shell-execution-audit .cursor/hooks.json (!)",
      "prompts project explain .cursor/commands/explain.md",
      "skills project lint .agents/skills/lint/SKILL.md",
    ],
  },
  kiro: {
    files: {
      "~/.kiro/settings/mcp.json": json({
        mcpServers: { tracker: { ...TRACKER, disabled: false, autoApprove: ["list"] } },
      }),
      "~/.kiro/agents/ops.json": json({
        name: "ops",
        description: "Runs operations",
        prompt: "You run operations.",
        hooks: { agentSpawn: [{ command: "git status", timeout_ms: 5000 }] },
      }),
      "~/.kiro/agents/ops.md": agent("ops"),
      ".kiro/hooks/format.json": json({
        version: "v1",
        hooks: [
          {
            name: "format on save",
            trigger: "PostToolUse",
            matcher: "fs_write",
            action: { type: "command", command: "npm run format" },
          },
        ],
      }),
      ".kiro/prompts/plan.md": "Plan the work.\n",
      ".kiro/skills/lint/SKILL.md": skill("lint"),
    },
    found: [
      "mcps user tracker ~/.kiro/settings/mcp.json",
      "agents user ops ~/.kiro/agents/ops.json",
      "hooks user kiro-agent-spawn-git ~/.kiro/agents/ops.json",
      "hooks project format on save .kiro/hooks/format.json",
      "prompts project plan .kiro/prompts/plan.md",
      "skills project lint .kiro/skills/lint/SKILL.md",
    ],
  },
  codex: {
    files: {
      "~/.codex/config.toml": `model = "gpt-x"\n\n[mcp_servers.tracker]\ncommand = "npx"\nargs = ["-y", "@acme/tracker@1.4.0"]\nenv = { TRACKER_TOKEN = "s3cr3t-of-the-tracker" }\n\n[mcp_servers.search]\nurl = "https://mcp.acme.test/mcp"\nbearer_token_env_var = "SEARCH_TOKEN"\n`,
      "~/.codex/agents/reviewer.toml": `name = "reviewer"\ndescription = "Reviews"\ndeveloper_instructions = """\nYou review.\n"""\n`,
      "~/.agents/skills/lint/SKILL.md": skill("lint"),
      "scripts/guard.py": SCRIPT,
      ".codex/hooks.json": json({
        hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "python3 scripts/guard.py" }] }] },
      }),
    },
    found: [
      "mcps user tracker ~/.codex/config.toml",
      "mcps user search ~/.codex/config.toml",
      "agents user reviewer ~/.codex/agents/reviewer.toml",
      "skills user lint ~/.agents/skills/lint/SKILL.md",
      "hooks project codex-user-prompt-submit-guard .codex/hooks.json",
    ],
  },
  copilot: {
    files: {
      "~/.config/Code/User/mcp.json": `{\n  // asked for once\n  "inputs": [{ "type": "promptString", "id": "tok", "password": true },],\n  "servers": { "tracker": { "type": "stdio", "command": "npx", "args": ["-y", "@acme/tracker@1.4.0"], "env": { "TRACKER_TOKEN": "\${input:tok}" } }, },\n}\n`,
      "~/.config/Code/User/prompts/review.prompt.md": "---\ndescription: Reviews\n---\nReview it.\n",
      ".vscode/mcp.json": json({ servers: { search: { type: "http", ...SEARCH } } }),
      ".github/agents/reviewer.agent.md": agent("reviewer"),
      ".github/skills/lint/SKILL.md": skill("lint"),
      "guard.sh": SCRIPT,
      ".github/hooks/guard.json": json({ hooks: { PreToolUse: [{ type: "command", command: "./guard.sh" }] } }),
    },
    found: [
      "mcps user tracker ~/.config/Code/User/mcp.json",
      "prompts user review ~/.config/Code/User/prompts/review.prompt.md",
      "mcps project search .vscode/mcp.json",
      "agents project reviewer .github/agents/reviewer.agent.md",
      "skills project lint .github/skills/lint/SKILL.md",
      "hooks project copilot-pre-tool-use-guard .github/hooks/guard.json",
    ],
  },
  "copilot-cli": {
    files: {
      "~/.copilot/mcp-config.json": json({ mcpServers: { tracker: { type: "local", ...TRACKER, tools: ["*"] } } }),
      "~/.copilot/agents/reviewer.agent.md": agent("reviewer"),
      ".github/mcp.json": json({ search: { type: "http", ...SEARCH, tools: ["*"] } }),
      "guard.sh": SCRIPT,
      ".github/hooks/guard.json": json({
        version: 1,
        hooks: { preToolUse: [{ type: "command", bash: "./guard.sh", timeoutSec: 5 }] },
      }),
      ".claude/commands/ship.md": "Ship it.\n",
    },
    found: [
      "mcps user tracker ~/.copilot/mcp-config.json",
      "agents user reviewer ~/.copilot/agents/reviewer.agent.md",
      "mcps project search .github/mcp.json",
      "hooks project copilot-cli-pre-tool-use-guard .github/hooks/guard.json",
      "prompts project ship .claude/commands/ship.md",
    ],
  },
  opencode: {
    files: {
      "~/.config/opencode/opencode.jsonc": `{\n  "$schema": "https://opencode.ai/config.json", // a URL is no comment\n  "mcp": { "tracker": { "type": "local", "command": ["npx", "-y", "@acme/tracker@1.4.0"], "environment": { "TRACKER_TOKEN": "s3cr3t-of-the-tracker" } } },\n  "agent": { "plan": { "description": "Plans", "prompt": "You plan.", "model": "acme/large" } },\n}\n`,
      ".opencode/agents/reviewer.md": "---\ndescription: Reviews\nmode: subagent\n---\nYou review.\n",
      ".opencode/commands/test.md": "---\ndescription: Tests\n---\nTest $ARGUMENTS.\n",
      ".opencode/skills/lint/SKILL.md": skill("lint"),
      ".opencode/plugins/notify.ts": "export const Notify = async () => ({});\n",
      "opencode.json": json({ mcp: { search: { type: "remote", ...SEARCH } } }),
    },
    found: [
      "mcps user tracker ~/.config/opencode/opencode.jsonc",
      "agents user plan ~/.config/opencode/opencode.jsonc",
      "agents project reviewer .opencode/agents/reviewer.md",
      "prompts project test .opencode/commands/test.md",
      "skills project lint .opencode/skills/lint/SKILL.md",
      "hooks project notify .opencode/plugins/notify.ts (!)",
      "mcps project search opencode.json",
    ],
  },
  ...MORE_HOMES,
};
