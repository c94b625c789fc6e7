import { CHANGELOG, DESCRIPTION, FINDING, NAME, PUBLISHING, VERSION } from "../submit/common-fields.js";
import type { FieldView, FormSection } from "../submit/field-view.js";
import { overrideProblems, type LockedVersions } from "./component-choice.js";
import { ComponentsControl, componentsIn } from "./components-control.js";
import { ModelControl, ModelsByHarness } from "./model-controls.js";

/** The preview is next to the form, so there is no room for another one. */
const PLAIN = { control: { kind: "long", rows: 2 } } as const;

const ABOUT_AGENT: FormSection = {
  title: "Agent",
  fields: [
    {
      ...NAME,
      hint: "Lowercase letters, digits, - and _.",
      example: "backend-reviewer",
      control: { kind: "text", mono: true },
    },
    {
      ...DESCRIPTION,
      hint: "Harnesses use it to select the agent.",
      example: "What it does, and when to use it.",
      ...PLAIN,
    },
  ],
};

const INSTRUCTIONS: FormSection = {
  title: "Instructions",
  fields: [
    {
      name: "prompt",
      label: "Instructions",
      hint: "Markdown. If empty, the text of its prompt components is used.",
      example: "You review changes to backend code. Read the whole diff first …",
      control: { kind: "long", rows: 8, mono: true },
    },
  ],
};

const TOOLS: FormSection = {
  title: "Tools",
  fields: [
    {
      name: "tools",
      label: "Allowed tools",
      hint: "One per line. Leave empty to allow all tools. Names are translated for each harness.",
      example: "Read\nGrep",
      control: { kind: "lines", mono: true, rows: 3 },
    },
    {
      name: "disallowed_tools",
      label: "Disallowed tools",
      hint: "One per line; * means all tools.",
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
  { ...VERSION, hint: "A semantic version, such as 1.4.0." },
];

const MORE: readonly FormSection[] = [
  {
    title: "Models and settings",
    rare: true,
    fields: [
      { name: "category", label: "Category", example: "code-review", control: { kind: "text" } },
      { name: "display_name", label: "Display name", example: "Backend Reviewer", control: { kind: "text" } },
      { name: "color", label: "Color", hint: "Shown in Claude Code.", example: "blue", control: { kind: "text" } },
      {
        name: "argument_hint",
        label: "Argument hint",
        hint: "Shown in VS Code after the agent's name.",
        example: "a file, or a commit",
        control: { kind: "text" },
      },
      {
        name: "models_by_harness",
        label: "Model overrides by harness",
        control: { kind: "own", show: (props) => <ModelsByHarness {...props} /> },
      },
      {
        name: "model_config_json",
        label: "Model settings",
        hint: "A JSON object stored with the agent.",
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
        hint: "Prefer registering them: registered servers are reviewed, pinned and tracked like other components.",
        control: {
          kind: "rows",
          one: "server",
          cells: [
            { name: "name", label: "Name", example: "clock", control: { kind: "text", mono: true } },
            { name: "url", label: "URL", example: "https://…", control: { kind: "text", mono: true } },
            { name: "command", label: "Or a command", example: "npx", control: { kind: "text", mono: true } },
            {
              name: "args",
              label: "Arguments",
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
    title: "Evaluation",
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
        label: "Metrics",
        inside: "success_criteria",
        control: {
          kind: "rows",
          one: "measure",
          cells: [
            { name: "name", label: "Name", example: "findings accepted", control: { kind: "text" } },
            { name: "target", label: "Target", example: "80 %", control: { kind: "text" } },
            { name: "measurement", label: "Measurement", example: "review comments", control: { kind: "text" } },
          ],
        },
      },
      {
        name: "evaluation_notes",
        label: "Notes for evaluators",
        inside: "success_criteria",
        control: { kind: "long", rows: 2 },
      },
    ],
  },
];

const componentsSection = (locked: LockedVersions): FormSection => ({
  title: "Components",
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

/** The form of an agent, in order. */
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
