import { CHANGELOG, DESCRIPTION, FINDING, NAME, PUBLISHING, VERSION } from "../submit/common-fields.js";
import type { FieldView, FormSection } from "../submit/field-view.js";
import { overrideProblems, type LockedVersions } from "./component-choice.js";
import { ComponentsControl, componentsIn } from "./components-control.js";
import { ModelControl, ModelsByHarness } from "./model-controls.js";

/** Beside the form is the result, so there is no room for another preview. */
const PLAIN = { control: { kind: "long", rows: 2 } } as const;

const ABOUT_AGENT: FormSection = {
  title: "The agent",
  fields: [
    {
      ...NAME,
      hint: "Lower-case letters, digits, - and _.",
      example: "backend-reviewer",
      control: { kind: "text", mono: true },
    },
    {
      ...DESCRIPTION,
      hint: "Harnesses choose agents by it.",
      example: "What it does, and when to use it.",
      ...PLAIN,
    },
  ],
};

const INSTRUCTIONS: FormSection = {
  title: "What it is told",
  fields: [
    {
      name: "prompt",
      label: "Instructions",
      hint: "Markdown. Without any, those of its prompt components are taken.",
      example: "You review changes to backend code. Read the whole diff first …",
      control: { kind: "long", rows: 8, mono: true },
    },
  ],
};

const TOOLS: FormSection = {
  title: "What it may use",
  fields: [
    {
      name: "tools",
      label: "Only these tools",
      hint: "One in each line; none means every tool. Each harness gets its own names for them.",
      example: "Read\nGrep",
      control: { kind: "lines", mono: true, rows: 3 },
    },
    {
      name: "disallowed_tools",
      label: "Never these tools",
      hint: "One in each line; * means all tools.",
      example: "Bash",
      control: { kind: "lines", mono: true, rows: 2 },
    },
  ],
};

const VERSION_AND_MODEL: readonly FieldView[] = [
  {
    name: "model_name",
    label: "Model",
    initial: "inherit",
    control: { kind: "own", show: (props) => <ModelControl {...props} /> },
  },
  { ...VERSION, hint: "Three numbers: 1.4.0." },
];

const MORE: readonly FormSection[] = [
  {
    title: "Models and settings",
    rare: true,
    fields: [
      { name: "category", label: "Category", example: "code-review", control: { kind: "text" } },
      { name: "display_name", label: "What people call it", example: "Backend Reviewer", control: { kind: "text" } },
      { name: "color", label: "Colour", hint: "As Claude Code shows it.", example: "blue", control: { kind: "text" } },
      {
        name: "argument_hint",
        label: "Hint for its argument",
        hint: "What VS Code shows behind the name of the agent.",
        example: "a file, or a commit",
        control: { kind: "text" },
      },
      {
        name: "models_by_harness",
        label: "Another model in some harnesses",
        control: { kind: "own", show: (props) => <ModelsByHarness {...props} /> },
      },
      {
        name: "model_config_json",
        label: "Settings of the model",
        hint: "A JSON object that is kept with the agent.",
        example: '{"temperature": 0.2}',
        control: { kind: "json" },
      },
    ],
  },
  {
    title: "MCP servers outside the registry",
    rare: true,
    fields: [
      {
        name: "external_mcps",
        label: "Servers",
        hint: "Better register them: then they are reviewed, pinned and counted like every component.",
        control: {
          kind: "rows",
          one: "server",
          cells: [
            { name: "name", label: "Name", example: "clock", control: { kind: "text", mono: true } },
            { name: "url", label: "Address", example: "https://…", control: { kind: "text", mono: true } },
            { name: "command", label: "Or a command", example: "npx", control: { kind: "text", mono: true } },
            {
              name: "args",
              label: "Its arguments",
              example: "-y\n@acme/clock@2.0.0",
              control: { kind: "lines", mono: true },
            },
            {
              name: "env",
              label: "Variables",
              hint: 'A JSON object; "" leaves the value to each user.',
              example: '{"ZONE": ""}',
              control: { kind: "json" },
            },
          ],
        },
      },
    ],
  },
  {
    title: "What it is measured by",
    rare: true,
    fields: [
      {
        name: "intended_purpose",
        label: "Purpose",
        inside: "success_criteria",
        example: "Finds risky migrations before they are merged.",
        control: { kind: "long", rows: 2 },
      },
      {
        name: "success_metrics",
        label: "Measures",
        inside: "success_criteria",
        control: {
          kind: "rows",
          one: "measure",
          cells: [
            { name: "name", label: "Name", example: "findings accepted", control: { kind: "text" } },
            { name: "target", label: "Target", example: "80 %", control: { kind: "text" } },
            { name: "measurement", label: "How it is measured", example: "review comments", control: { kind: "text" } },
          ],
        },
      },
      {
        name: "evaluation_notes",
        label: "Notes for whoever evaluates it",
        inside: "success_criteria",
        control: { kind: "long", rows: 2 },
      },
    ],
  },
];

const componentsSection = (locked: LockedVersions): FormSection => ({
  title: "Made of",
  fields: [
    {
      name: "components",
      label: "Components",
      control: {
        kind: "own",
        show: (props) => <ComponentsControl locked={locked} {...props} />,
        parts: ["config_override"],
        problemsIn: (value) => overrideProblems(componentsIn(value)),
      },
    },
  ],
});

/** The form of an agent, in the order in which it is put together. */
export const agentSections = (locked: LockedVersions): readonly FormSection[] => [
  ABOUT_AGENT,
  componentsSection(locked),
  INSTRUCTIONS,
  TOOLS,
  { title: "Model and version", fields: VERSION_AND_MODEL },
  ...MORE,
  PUBLISHING,
  { ...FINDING, fields: FINDING.fields.map((field) => (field === CHANGELOG ? { ...field, ...PLAIN } : field)) },
];
