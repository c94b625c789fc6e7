import type { Kind } from "../../kinds.js";

export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly role: "user" | "reviewer";
}

export const PEOPLE: readonly DemoPerson[] = [
  { username: "mara", name: "Mara Lindqvist", role: "user" },
  { username: "tomas", name: "Tomás Rivera", role: "user" },
  { username: "yuki", name: "Yuki Tanaka", role: "reviewer" },
];

export interface DemoItem {
  readonly kind: Kind;
  readonly by: string;
  /** The review decision. */
  readonly fate: "approved" | "pending" | { readonly rejected: string };
  readonly body: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly ratings?: readonly { readonly by: string; readonly rating: number; readonly comment: string }[];
}

interface DemoSkill {
  readonly by: string;
  readonly fate: DemoItem["fate"];
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly steps: readonly string[];
}

function skill({ by, fate, name, description, tags, steps }: DemoSkill): DemoItem {
  const list = steps.map((step, at) => `${at + 1}. ${step}`).join("\n");
  return {
    kind: "skill",
    by,
    fate,
    body: {
      name,
      version: "1.0.0",
      description,
      tags,
      task_type: "code-review",
      delivery_mode: "registry_direct",
      skill_md_content: `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\n${list}\n`,
    },
  };
}

const mcp = (by: string, fate: DemoItem["fate"], body: DemoItem["body"]): DemoItem => ({
  kind: "mcp",
  by,
  fate,
  body: { version: "1.0.0", ...body },
});

export const ITEMS: readonly DemoItem[] = [
  {
    ...skill({
      by: "mara",
      fate: "approved",
      name: "careful-migrations",
      description: "Writes database migrations that run without downtime",
      tags: ["database", "backend"],
      steps: [
        "Read the schema and the code that uses the tables.",
        "Split the change into steps that work with both the old and the new code.",
        "Write each step with its rollback, and state which locks it takes and for how long.",
      ],
    }),
    ratings: [
      { by: "tomas", rating: 5, comment: "Caught a lock on our largest table." },
      { by: "yuki", rating: 4, comment: "Good, though it prefers many small steps." },
    ],
  },
  skill({
    by: "tomas",
    fate: "approved",
    name: "release-notes",
    description: "Turns merged pull requests into release notes that customers understand",
    tags: ["release", "writing"],
    steps: [
      "List the pull requests merged since the last tag.",
      "Group them by what users notice, and omit the rest.",
      "Write one sentence for each, in the reader's terms.",
    ],
  }),
  skill({
    by: "mara",
    fate: "pending",
    name: "flaky-test-hunter",
    description: "Finds out why a test is flaky",
    tags: ["testing"],
    steps: [
      "Run it alone, with the other tests, and in a different order.",
      "Look for dependencies on time, order, shared state and the network.",
      "Make it fail every time before you fix it.",
    ],
  }),
  {
    ...mcp("tomas", "approved", {
      name: "tickets",
      description: "Reads and writes support tickets",
      tags: ["support", "customers"],
      category: "productivity",
      command: "npx",
      args: ["-y", "@example/tickets-mcp@2.3.1"],
      environment_variables: [
        { name: "TICKETS_TOKEN", description: "A token with read and write access", required: true },
      ],
    }),
    ratings: [{ by: "mara", rating: 5, comment: "The agent finally knows what customers say." }],
  },
  mcp("yuki", "approved", {
    name: "warehouse",
    description: "Queries the data warehouse, read-only, with a cost limit per query",
    tags: ["database", "analytics"],
    category: "data-analytics",
    url: "https://mcp.example.com/warehouse",
    transport: "streamable-http",
    headers: [{ name: "Authorization", description: "Bearer followed by a personal access token", required: true }],
  }),
  mcp(
    "tomas",
    { rejected: "It fetches the latest version at run time. Pin the version." },
    {
      name: "browser",
      description: "Controls a browser",
      tags: ["testing"],
      category: "browser-automation",
      command: "npx",
      args: ["-y", "@example/browser-mcp@latest"],
    },
  ),
  {
    kind: "prompt",
    by: "mara",
    fate: "approved",
    body: {
      name: "explain-like-a-colleague",
      version: "1.0.0",
      description: "Explains a piece of code to a new team member",
      tags: ["writing", "onboarding"],
      category: "documentation",
      template:
        "Explain {{ path }} to a colleague who joins today. Explain why it is written this way, and what breaks if it changes.",
      variables: [{ name: "path", description: "A file or folder", required: true }],
    },
  },
  {
    kind: "hook",
    by: "yuki",
    fate: "approved",
    body: {
      name: "no-force-push",
      version: "1.0.0",
      description: "Blocks force pushes",
      tags: ["git", "safety"],
      event: "PreToolUse",
      handler_type: "command",
      execution_mode: "blocking",
      tool_filter: ["Bash"],
      handler_config: { command: "sh", args: ["-c", "! grep -q 'push.*--force'"], timeout: 5 },
    },
  },
  {
    kind: "sandbox",
    by: "yuki",
    fate: "approved",
    body: {
      name: "node-offline",
      version: "1.0.0",
      description: "Node.js without network access, for untrusted code",
      tags: ["safety"],
      runtime_type: "docker",
      image: "node:20.19-slim",
      network_policy: "none",
      resource_limits: { cpus: 1, memory_mb: 1024 },
    },
  },
  {
    kind: "agent",
    by: "mara",
    fate: "approved",
    body: {
      name: "backend-reviewer",
      version: "1.0.0",
      description: "Reviews backend changes: migrations first, then everything else",
      tags: ["backend", "review"],
      model_name: "claude-sonnet-4-5",
      prompt:
        "You review changes to the backend. Look at migrations first. Report what is wrong, where, and how to fix it.",
      components: [
        { component_type: "skill", component_id: "mara/careful-migrations" },
        { component_type: "mcp", component_id: "tomas/tickets" },
        { component_type: "hook", component_id: "yuki/no-force-push" },
      ],
    },
  },
];
