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
  /** What becomes of it. */
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
      description: "Writes database migrations that can run while people work",
      tags: ["database", "backend"],
      steps: [
        "Read the schema and the code that uses the tables.",
        "Split the change into steps that old and new code both survive.",
        "Write each step with its way back, and say how long it locks what.",
      ],
    }),
    ratings: [
      { by: "tomas", rating: 5, comment: "Caught a lock on our largest table." },
      { by: "yuki", rating: 4, comment: "Good; likes many small steps." },
    ],
  },
  skill({
    by: "tomas",
    fate: "approved",
    name: "release-notes",
    description: "Turns merged pull requests into notes that customers understand",
    tags: ["release", "writing"],
    steps: [
      "List what was merged since the last tag.",
      "Group it by what people notice, and leave out what they do not.",
      "Write one sentence for each, in the reader's words.",
    ],
  }),
  skill({
    by: "mara",
    fate: "pending",
    name: "flaky-test-hunter",
    description: "Finds out why a test fails only now and then",
    tags: ["testing"],
    steps: [
      "Run it alone, together, and in another order.",
      "Look for time, order, shared state and the network.",
      "Make it fail every time before you mend it.",
    ],
  }),
  {
    ...mcp("tomas", "approved", {
      name: "tickets",
      description: "Reads and writes the tickets of the support desk",
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
    description: "Asks the data warehouse, read-only, with a limit on what a query may cost",
    tags: ["database", "analytics"],
    category: "data-analytics",
    url: "https://mcp.example.com/warehouse",
    transport: "streamable-http",
    headers: [{ name: "Authorization", description: "Bearer and a personal token", required: true }],
  }),
  mcp(
    "tomas",
    { rejected: "It fetches whatever is newest at run time. Pin the version." },
    {
      name: "browser",
      description: "Drives a browser",
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
      description: "Explains a piece of code to someone who joins the team",
      tags: ["writing", "onboarding"],
      category: "documentation",
      template:
        "Explain {{ path }} to a colleague who joins today. Say why it is as it is, and what breaks if it changes.",
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
      description: "Stops a force push before it happens",
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
      description: "Node.js without a network, for code that nobody has read yet",
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
        "You review changes to the backend. Look at migrations first. Say what is wrong, where, and how to mend it.",
      components: [
        { component_type: "skill", component_id: "mara/careful-migrations" },
        { component_type: "mcp", component_id: "tomas/tickets" },
        { component_type: "hook", component_id: "yuki/no-force-push" },
      ],
    },
  },
];
