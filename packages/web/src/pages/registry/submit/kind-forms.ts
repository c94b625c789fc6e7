import { HTTP_TRANSPORT, SCANNED } from "@tackroom/contract/registry";
import type { ItemType } from "../../../api/kinds.js";
import { ABOUT, FINDING, PUBLISHING } from "./common-fields.js";
import type { FieldView, FormSection, Values } from "./field-view.js";
import { HOOK_SECTIONS } from "./hook-form.js";
import { SKILL_SECTIONS } from "./skill-form.js";

/** An agent is put together elsewhere. */
export type FormType = Exclude<ItemType, "agents">;

const NAMED_CELLS: readonly FieldView[] = [
  { name: "name", label: "Name", control: { kind: "text", mono: true } },
  { name: "description", label: "Description", control: { kind: "text" } },
  { name: "required", label: "It does not work without", initial: true, control: { kind: "check" } },
];

const MCP_SECTIONS: readonly FormSection[] = [
  {
    title: "How it is reached",
    intro: "Give one of three: a command to run, the address of a running server, or a repository that has it.",
    fields: [
      {
        name: "command",
        label: "Command",
        hint: "One program, without arguments and without a shell.",
        example: "npx",
        givesWayTo: "url",
        control: { kind: "text", mono: true },
      },
      {
        name: "args",
        label: "Arguments",
        hint: "One in each line, a version with what is downloaded. ${NAME} stands for an environment variable.",
        example: "-y\n@acme/tickets-mcp@1.4.0",
        control: { kind: "lines", mono: true },
      },
      {
        name: "url",
        label: "Address",
        example: "https://mcp.example.com/mcp",
        givesWayTo: "command",
        control: { kind: "text", mono: true },
      },
      {
        name: "git_url",
        label: "Repository",
        example: "https://github.com/acme/tickets-mcp",
        control: { kind: "text", mono: true },
      },
      { name: "git_ref", label: "Branch, tag or commit", example: "v1.4.0", control: { kind: "text", mono: true } },
      {
        name: "transport",
        label: "Transport",
        hint: "Unless you choose, stdio for a command and sse for an address.",
        control: { kind: "choice", none: "As usual", without: [HTTP_TRANSPORT] },
      },
    ],
  },
  {
    title: "What it needs",
    fields: [
      {
        name: "category",
        label: "Category",
        initial: "developer-tools",
        control: { kind: "choice", without: [SCANNED] },
      },
      {
        name: "environment_variables",
        label: "Environment variables",
        hint: "Only their names: each user gives the values, and secrets never come here.",
        control: { kind: "rows", one: "variable", cells: NAMED_CELLS },
      },
      {
        name: "headers",
        label: "Headers",
        hint: "That a server at an address wants, such as Authorization.",
        control: { kind: "rows", one: "header", cells: NAMED_CELLS },
      },
      {
        name: "setup_instructions",
        label: "Setup instructions",
        hint: "What to do before it works: get a token, start a database. Markdown.",
        control: { kind: "long", rows: 4, markdown: true },
      },
    ],
  },
  {
    title: "More about the server",
    rare: true,
    fields: [
      { name: "framework", label: "Written with", control: { kind: "choice", none: "Not said" } },
      {
        name: "docker_image",
        label: "Docker image",
        example: "ghcr.io/acme/tickets-mcp:1.4.0",
        control: { kind: "text", mono: true },
      },
      {
        name: "tools",
        label: "Tools",
        hint: "What the server can be asked to do. Searches find it by them.",
        control: { kind: "rows", one: "tool", cells: NAMED_CELLS.slice(0, 2) },
      },
      {
        name: "auto_approve",
        label: "Tools that need no confirmation",
        hint: "Names of tools, one in each line. Reviewers look at this closely.",
        control: { kind: "lines", mono: true },
      },
      {
        name: "custom_fields",
        label: "Fields of your own",
        hint: "A JSON object that is kept as it is.",
        example: '{"cost_center": "42"}',
        control: { kind: "json" },
      },
      {
        name: "client_analysis",
        label: "Analysis of the repository",
        hint: "A JSON object that your own tools made of it, for the reviewer.",
        control: { kind: "json" },
      },
    ],
  },
];

const PROMPT_SECTIONS: readonly FormSection[] = [
  {
    title: "The prompt",
    fields: [
      { name: "category", label: "Category", initial: "general", control: { kind: "choice" } },
      {
        name: "template",
        label: "Template",
        hint: "Markdown. {{ name }} stands for a variable that is filled in when the prompt is used.",
        example: "Explain {{ topic }} to a colleague who is new here.",
        control: { kind: "long", rows: 10, mono: true, markdown: true },
      },
      {
        name: "variables",
        label: "Variables",
        hint: "Without any, they are taken from the template. With some, all of the template's must be here.",
        control: {
          kind: "rows",
          one: "variable",
          cells: [
            { name: "name", label: "Name", example: "topic", control: { kind: "text", mono: true } },
            { name: "description", label: "Description", control: { kind: "text" } },
            { name: "default", label: "Unless given", control: { kind: "text" } },
            { name: "required", label: "It must be given", initial: true, control: { kind: "check" } },
          ],
        },
      },
      {
        name: "model_hints",
        label: "Hints for models",
        hint: "A JSON object, such as a temperature.",
        example: '{"temperature": 0.2}',
        control: { kind: "json" },
      },
    ],
  },
];

const runs =
  (...runtimes: readonly string[]) =>
  ({ runtime_type: runtime }: Values): boolean =>
    runtimes.includes(String(runtime));

const inConfig = (name: string, label: string, shownIf: FieldView["shownIf"]): FieldView => ({
  name,
  label,
  inside: "runtime_config",
  ...(shownIf ? { shownIf } : {}),
  control: { kind: "text", mono: true },
});

const SANDBOX_SECTIONS: readonly FormSection[] = [
  {
    title: "What it runs",
    fields: [
      {
        name: "runtime_type",
        label: "Runtime",
        initial: "docker",
        control: {
          kind: "choice",
          words: { docker: "Docker", lxc: "LXC", firecracker: "Firecracker", wasm: "WebAssembly" },
        },
      },
      {
        name: "image",
        label: "Image",
        hint: "As the runtime takes it, best with a version or a digest.",
        example: "ghcr.io/acme/node-offline:22",
        sentEmptyIf: runs("firecracker", "wasm"),
        control: { kind: "text", mono: true },
      },
      inConfig("module", "Module", runs("wasm")),
      inConfig("config_path", "Configuration file", runs("firecracker")),
      inConfig("kernel_image_path", "Kernel image", runs("firecracker")),
      inConfig("rootfs_path", "Root file system", runs("firecracker")),
      {
        name: "network_policy",
        label: "Network",
        control: {
          kind: "choice",
          words: {
            none: "None: nothing goes in or out",
            restricted: "Restricted",
            bridge: "Bridge",
            host: "That of the host",
          },
        },
      },
      { name: "entrypoint", label: "Starts with", example: "node --test", control: { kind: "text", mono: true } },
    ],
  },
  {
    title: "Limits",
    fields: [
      {
        name: "memory",
        label: "Memory",
        inside: "resource_limits",
        example: "512m",
        control: { kind: "text", mono: true },
      },
      { name: "cpus", label: "Processors", inside: "resource_limits", example: "2", control: { kind: "number" } },
      {
        name: "timeout",
        label: "Longest run",
        inside: "resource_limits",
        hint: "In seconds.",
        example: "300",
        control: { kind: "number" },
      },
    ],
  },
  {
    title: "Source and further settings",
    rare: true,
    fields: [
      {
        name: "source_url",
        label: "Repository",
        example: "https://github.com/acme/sandboxes",
        control: { kind: "text", mono: true },
      },
      { name: "source_ref", label: "Branch, tag or commit", control: { kind: "text", mono: true } },
      { name: "sandbox_path", label: "Folder in it", example: "/node", control: { kind: "text", mono: true } },
      {
        name: "resource_limits",
        label: "Further limits",
        hint: "A JSON object: pids, disk.",
        example: '{"pids": 256}',
        control: { kind: "json" },
      },
      {
        name: "runtime_config",
        label: "Further settings of the runtime",
        hint: "A JSON object that the runtime gets.",
        control: { kind: "json" },
      },
    ],
  },
];

const OWN_SECTIONS: Readonly<Record<FormType, readonly FormSection[]>> = {
  mcps: [ABOUT, ...MCP_SECTIONS],
  skills: SKILL_SECTIONS,
  hooks: [ABOUT, ...HOOK_SECTIONS],
  prompts: [ABOUT, ...PROMPT_SECTIONS],
  sandboxes: [ABOUT, ...SANDBOX_SECTIONS],
};

/** The whole form of a kind, in the order in which it is filled in. */
export const sectionsOf = (type: FormType): readonly FormSection[] => [...OWN_SECTIONS[type], PUBLISHING, FINDING];
