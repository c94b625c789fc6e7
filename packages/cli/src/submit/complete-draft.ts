import type {
  MCP_CATEGORIES as McpCategories,
  PROMPT_CATEGORIES as PromptCategories,
  TASK_TYPES as TaskTypes,
} from "@tackroom/contract";
import { askChoice, askText, warn } from "../ask.js";
import { isInteractive, type Cli } from "../cli.js";
import { usageError } from "../errors.js";
import type { Kind } from "../kinds.js";
import { present, textIn, type Draft, type SubmitOptions } from "./submission.js";

/** A member that a submission must have and a flag can give. */
interface Needed {
  readonly member: string;
  readonly flag: string;
  readonly option: keyof SubmitOptions;
  readonly question: string;
  /** What it may be, in words for people. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly suggested?: string;
}

// Checked against the contract by the compiler: loading its schemas would cost more than the question.
const MCP_CATEGORIES: Readonly<Record<(typeof McpCategories)[number], string>> = {
  "browser-automation": "drives a browser",
  "cloud-platforms": "manages a cloud",
  "code-execution": "runs code",
  communication: "mail, chat, meetings",
  databases: "reads and writes databases",
  "developer-tools": "helps to write software",
  devops: "builds, deploys, operates",
  "file-systems": "reads and writes files",
  finance: "money and markets",
  "knowledge-memory": "remembers, keeps notes",
  monitoring: "watches systems",
  multimedia: "images, sound, video",
  productivity: "calendars, tasks, documents",
  search: "finds things",
  security: "looks for weaknesses",
  "version-control": "git and its hosts",
  "ai-ml": "models and training",
  "data-analytics": "makes sense of data",
  general: "anything else",
};
const TASK_TYPES: Readonly<Record<(typeof TaskTypes)[number], string>> = {
  "code-review": "reviews code",
  "code-generation": "writes code",
  testing: "tests",
  documentation: "documents",
  debugging: "finds faults",
  refactoring: "restructures code",
  deployment: "brings software to its users",
  "security-audit": "looks for weaknesses",
  performance: "makes things faster",
  general: "anything else",
};
const PROMPT_CATEGORIES: Readonly<Record<(typeof PromptCategories)[number], string>> = {
  "system-prompt": "how a model shall behave",
  "code-review": "reviews code",
  "code-generation": "writes code",
  testing: "tests",
  documentation: "documents",
  debugging: "finds faults",
  general: "anything else",
};

const NAME: Needed = { member: "name", flag: "--name", option: "name", question: "What is it called?" };
const VERSION: Needed = {
  member: "version",
  flag: "--item-version",
  option: "itemVersion",
  question: "Which version is it?",
  suggested: "0.1.0",
};
const DESCRIPTION: Needed = {
  member: "description",
  flag: "--description",
  option: "description",
  question: "What is it for, in a sentence?",
};
const category = (choices: Readonly<Record<string, string>>): Needed => ({
  member: "category",
  flag: "--category",
  option: "category",
  question: "What does it belong to?",
  choices,
});
const TASK_TYPE: Needed = {
  member: "task_type",
  flag: "--task-type",
  option: "taskType",
  question: "What does it help with?",
  choices: TASK_TYPES,
};

const COMMON = [NAME, VERSION, DESCRIPTION];
const NEEDED: Readonly<Record<Kind, readonly Needed[]>> = {
  mcp: [...COMMON, category(MCP_CATEGORIES)],
  agent: COMMON,
  skill: [...COMMON, TASK_TYPE],
  hook: COMMON,
  prompt: [...COMMON, category(PROMPT_CATEGORIES)],
  sandbox: COMMON,
};
/** An agent's category is free, and need not be there. */
const OPTIONAL: Partial<Record<Kind, readonly (keyof SubmitOptions)[]>> = { agent: ["category"] };

/** The draft with what the flags say, and with what is still missing asked for. */
export async function completeDraft(cli: Cli, kind: Kind, draft: Draft, options: SubmitOptions): Promise<Draft> {
  const { isAsked = () => true } = options;
  refuseForeignFlags(kind, options);
  const given = withWholeVersion(cli, { ...suggestions(kind, options), ...draft, ...present(overridesOf(options)) });
  const missing = NEEDED[kind].filter(({ member }) => isAsked(member) && textIn(given, member) === undefined);
  if (missing.length > 0 && !isInteractive(cli)) {
    const flags = missing.map(({ flag }) => flag).join(", ");
    throw usageError(`Missing, and nobody is here to ask: ${flags}.`, missing.map(remedyOf).join("; "));
  }
  const answers: Record<string, string> = {};
  for (const needed of missing) answers[needed.member] = await ask(cli, needed);
  const whole = { ...given, ...answers };
  for (const needed of NEEDED[kind]) refuseUnknownChoice(needed, textIn(whole, needed.member));
  return whole;
}

/** What `--yes` takes in place of an answer. */
function suggestions(kind: Kind, { yes }: SubmitOptions): Draft {
  const suggested = yes ? NEEDED[kind].filter((needed) => needed.suggested !== undefined) : [];
  return Object.fromEntries(suggested.map((needed) => [needed.member, needed.suggested]));
}

/** People write `1.3` and `v2`; a version of the registry has three numbers. */
function withWholeVersion(cli: Cli, draft: Draft): Draft {
  const written = textIn(draft, "version");
  const [, major, minor = "0", patch = "0"] = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(written ?? "") ?? [];
  if (written === undefined || major === undefined) return draft;
  const version = [major, minor, patch].map(Number).join(".");
  if (version !== written) warn(cli, [`The version ${written} is submitted as ${version}.`]);
  return { ...draft, version };
}

function overridesOf({ name, itemVersion, description, category: group, taskType }: SubmitOptions): Draft {
  return { name, version: itemVersion, description, category: group, task_type: taskType };
}

function refuseForeignFlags(kind: Kind, options: SubmitOptions): void {
  const known = new Set([...NEEDED[kind].map(({ option }) => option), ...(OPTIONAL[kind] ?? [])]);
  for (const [option, flag] of [["category", "--category"] as const, ["taskType", "--task-type"] as const]) {
    if (options[option] === undefined || known.has(option)) continue;
    throw usageError(`A ${kind} has no ${flag.slice(2).replace("-", " ")}.`, `Leave ${flag} out.`);
  }
}

function refuseUnknownChoice({ flag, choices }: Needed, value: string | undefined): void {
  if (choices === undefined || value === undefined || Object.hasOwn(choices, value)) return;
  throw usageError(`${value} is none of the choices for ${flag}.`, `One of: ${Object.keys(choices).join(", ")}`);
}

function remedyOf({ flag, choices, suggested }: Needed): string {
  if (choices) return `${flag}: one of ${Object.keys(choices).join(", ")}`;
  return suggested === undefined ? `give ${flag}` : `give ${flag}, such as ${suggested}`;
}

function ask(cli: Cli, { flag, question, choices, suggested }: Needed): Promise<string> {
  const asked = { flag, message: question };
  if (!choices) return askText(cli, asked, suggested);
  const list = Object.entries(choices).map(([value, hint]) => ({ value, label: value, hint }));
  return askChoice(cli, asked, list);
}
