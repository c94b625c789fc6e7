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

/** A required member of a submission that can be given as an option. */
interface Needed {
  readonly member: string;
  readonly flag: string;
  readonly option: keyof SubmitOptions;
  readonly question: string;
  /** The possible values, with descriptions. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly suggested?: string;
}

// The compiler checks these against the contract; loading its schemas would take longer than asking.
const MCP_CATEGORIES: Readonly<Record<(typeof McpCategories)[number], string>> = {
  "browser-automation": "controls a browser",
  "cloud-platforms": "manages cloud resources",
  "code-execution": "runs code",
  communication: "mail, chat, meetings",
  databases: "reads and writes databases",
  "developer-tools": "helps write software",
  devops: "builds, deploys, operates",
  "file-systems": "reads and writes files",
  finance: "payments, accounting and markets",
  "knowledge-memory": "notes and long-term memory",
  monitoring: "monitors systems",
  multimedia: "images, sound, video",
  productivity: "calendars, tasks, documents",
  search: "searches the web or documents",
  security: "finds vulnerabilities",
  "version-control": "git and git hosting",
  "ai-ml": "models and training",
  "data-analytics": "analyzes data",
  general: "anything else",
};
const TASK_TYPES: Readonly<Record<(typeof TaskTypes)[number], string>> = {
  "code-review": "reviews code",
  "code-generation": "writes code",
  testing: "tests",
  documentation: "documents",
  debugging: "finds bugs",
  refactoring: "restructures code",
  deployment: "deploys software",
  "security-audit": "finds vulnerabilities",
  performance: "improves performance",
  general: "anything else",
};
const PROMPT_CATEGORIES: Readonly<Record<(typeof PromptCategories)[number], string>> = {
  "system-prompt": "defines how a model behaves",
  "code-review": "reviews code",
  "code-generation": "writes code",
  testing: "tests",
  documentation: "documents",
  debugging: "finds bugs",
  general: "anything else",
};

const NAME: Needed = { member: "name", flag: "--name", option: "name", question: "Name" };
const VERSION: Needed = {
  member: "version",
  flag: "--item-version",
  option: "itemVersion",
  question: "Version",
  suggested: "0.1.0",
};
const DESCRIPTION: Needed = {
  member: "description",
  flag: "--description",
  option: "description",
  question: "Description, in one sentence",
};
const category = (choices: Readonly<Record<string, string>>): Needed => ({
  member: "category",
  flag: "--category",
  option: "category",
  question: "Category",
  choices,
});
const TASK_TYPE: Needed = {
  member: "task_type",
  flag: "--task-type",
  option: "taskType",
  question: "Task type",
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
/** An agent's category is free text and optional. */
const OPTIONAL: Partial<Record<Kind, readonly (keyof SubmitOptions)[]>> = { agent: ["category"] };

/** The draft with the options applied and the missing members asked for. */
export async function completeDraft(cli: Cli, kind: Kind, draft: Draft, options: SubmitOptions): Promise<Draft> {
  const { isAsked = () => true } = options;
  refuseForeignFlags(kind, options);
  const given = withWholeVersion(cli, {
    ...suggestions(kind, options),
    ...alreadySaid(kind, options),
    ...draft,
    ...present(overridesOf(options)),
  });
  const missing = NEEDED[kind].filter(({ member }) => isAsked(member) && textIn(given, member) === undefined);
  if (missing.length > 0 && !isInteractive(cli)) {
    const flags = missing.map(({ flag }) => flag).join(", ");
    throw usageError(
      `Missing required ${missing.length === 1 ? "option" : "options"} ${flags} (not a terminal, so ${missing.length === 1 ? "it" : "they"} cannot be asked for).`,
      missing.map(remedyOf).join("; "),
    );
  }
  const answers: Record<string, string> = {};
  for (const needed of missing) answers[needed.member] = await ask(cli, withSuggestion(needed, options));
  const whole = { ...given, ...answers };
  for (const needed of NEEDED[kind]) refuseUnknownChoice(needed, textIn(whole, needed.member));
  return whole;
}

/** The values that `--yes` uses instead of asking. */
function suggestions(kind: Kind, { yes }: SubmitOptions): Draft {
  const suggested = yes ? NEEDED[kind].filter((needed) => needed.suggested !== undefined) : [];
  return Object.fromEntries(suggested.map((needed) => [needed.member, needed.suggested]));
}

/** A new version is about the same thing: only its number must be said anew. */
function alreadySaid(kind: Kind, { known = {} }: SubmitOptions): Draft {
  const members = NEEDED[kind].map(({ member }) => member).filter((member) => member !== "version");
  return present(Object.fromEntries(members.map((member) => [member, textIn(known, member)])));
}

const withSuggestion = (needed: Needed, { suggestedVersion }: SubmitOptions): Needed =>
  needed.member === "version" && suggestedVersion !== undefined ? { ...needed, suggested: suggestedVersion } : needed;

function withWholeVersion(cli: Cli, draft: Draft): Draft {
  const written = textIn(draft, "version");
  const version = wholeVersion(written);
  if (written === undefined || version === undefined) return draft;
  if (version !== written) warn(cli, [`Version ${written} is submitted as ${version}.`]);
  return { ...draft, version };
}

/** Users write `1.3` or `v2`, but the registry requires three numbers. Undefined: it is something else. */
export function wholeVersion(written = ""): string | undefined {
  const [, major, minor = "0", patch = "0"] = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(written) ?? [];
  return major === undefined ? undefined : [major, minor, patch].map(Number).join(".");
}

function overridesOf({ name, itemVersion, description, category: group, taskType }: SubmitOptions): Draft {
  return { name, version: itemVersion, description, category: group, task_type: taskType };
}

function refuseForeignFlags(kind: Kind, options: SubmitOptions): void {
  const known = new Set([...NEEDED[kind].map(({ option }) => option), ...(OPTIONAL[kind] ?? [])]);
  for (const [option, flag] of [["category", "--category"] as const, ["taskType", "--task-type"] as const]) {
    if (options[option] === undefined || known.has(option)) continue;
    throw usageError(`A ${kind} has no ${flag.slice(2).replace("-", " ")}.`, `Omit ${flag}.`);
  }
}

function refuseUnknownChoice({ flag, choices }: Needed, value: string | undefined): void {
  if (choices === undefined || value === undefined || Object.hasOwn(choices, value)) return;
  throw usageError(`Unknown value "${value}" for ${flag}.`, `Choose one of: ${Object.keys(choices).join(", ")}`);
}

function remedyOf({ flag, choices, suggested }: Needed): string {
  if (choices) return `${flag}: one of ${Object.keys(choices).join(", ")}`;
  return suggested === undefined ? `pass ${flag}` : `pass ${flag}, such as ${suggested}`;
}

function ask(cli: Cli, { flag, question, choices, suggested }: Needed): Promise<string> {
  const asked = { flag, message: question };
  if (!choices) return askText(cli, asked, suggested);
  const list = Object.entries(choices).map(([value, hint]) => ({ value, label: value, hint }));
  return askChoice(cli, asked, list);
}
