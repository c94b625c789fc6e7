import type {
  AgentDefinition,
  HookHandler,
  McpServer,
  PromptTemplate,
  SandboxRuntime,
  SkillFiles,
  SkillListing,
} from "../neutral.js";

/** What the tests install; everything in it is made up. */

export const TRACKER: McpServer = {
  name: "tracker",
  transport: "stdio",
  command: ["npx", "-y", "@acme/tracker@1.4.0", "--project", "shop"],
  env: [{ name: "TRACKER_TOKEN" }, { name: "TRACKER_REGION", value: "eu-west-1" }],
  headers: [],
  autoApprove: [],
};

export const SEARCH: McpServer = {
  name: "search",
  transport: "streamable-http",
  command: [],
  url: "https://mcp.acme.test/mcp",
  env: [],
  headers: [{ name: "Authorization" }, { name: "X-Team", value: "platform" }],
  autoApprove: [],
};

export const SKILL: SkillFiles = {
  name: "release-notes",
  description: "Writes release notes from merged changes. Use when a release is prepared.",
  files: [
    {
      path: "SKILL.md",
      content:
        "---\nname: release-notes\ndescription: Writes release notes from merged changes. Use when a release is prepared.\n---\n\n# Release notes\n\nRun scripts/changes.sh first.\n",
      executable: false,
    },
    { path: "scripts/changes.sh", content: "#!/bin/sh\ngit log --oneline\n", executable: true },
  ],
};

export const SKILL_LISTING: SkillListing = {
  id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  version: "1.2.0",
  deliveryMode: "registry_direct",
};

export const HOOK: HookHandler = {
  id: "5b1d0c3e-2a77-4a53-8a10-91c1d7b2a002",
  name: "block-force-push",
  event: "PreToolUse",
  handlerType: "command",
  handlerConfig: { timeout: 20 },
  executionMode: "blocking",
  toolFilter: ["Bash"],
  script: { filename: "check.sh", content: "#!/bin/sh\ngrep -q -- '--force' && exit 2\nexit 0\n" },
};

export const PROMPT: PromptTemplate = {
  name: "explain-change",
  description: "Explains a change to a reader who did not follow it",
  template: "Explain {{ change }} to {{audience}}.\n\nStart with why.\n",
  variables: [
    { name: "change", description: "a commit or a range", required: true },
    { name: "audience", required: false, default: "a new colleague" },
  ],
};

export const SANDBOX: SandboxRuntime = {
  id: "77e0d8b6-5d41-4f0b-a7e4-0b7f5a3c9003",
  name: "python-lab",
  runtimeType: "docker",
  image: "python:3.13-slim",
  resourceLimits: { memory: "512m", cpus: 1 },
  networkPolicy: "none",
  entrypoint: "python -q",
  timeout: 60,
};

export const AGENT: AgentDefinition = {
  id: "3d9f6f0a-1c52-4d8e-b1b5-6f2b8c4e1004",
  name: "release_manager",
  description: "Prepares a release: notes, version, announcement",
  prompt: "You prepare releases.\n\n---\n\nAsk before you tag.\n",
  model: "sonnet-x",
  mcpServers: [TRACKER, SEARCH],
  skills: [SKILL],
  hooks: [HOOK],
  prompts: [PROMPT],
  sandboxes: [SANDBOX],
};
