import { ALL_HARNESSES } from "./harness/index.js";
import type { Harness } from "./harness.js";

/** The id that the wire uses. */
export type HarnessId = (typeof ALL_HARNESSES)[number]["id"];

export const HARNESS_IDS: readonly HarnessId[] = ALL_HARNESSES.map(({ id }) => id);

export const HARNESSES = Object.fromEntries(ALL_HARNESSES.map((harness) => [harness.id, harness])) as Readonly<
  Record<HarnessId, Harness<HarnessId>>
>;

export function findHarness(id: string): Harness<HarnessId> | undefined {
  return Object.hasOwn(HARNESSES, id) ? HARNESSES[id as HarnessId] : undefined;
}

/** What people call a harness at the prompt. */
export const HARNESS_ALIASES: Readonly<Record<string, HarnessId>> = {
  claude: "claude-code",
  gemini: "gemini-cli",
  vscode: "copilot",
};

/** The harness that a person means: its ID or an alias, in any case. */
export function harnessCalled(text: string): HarnessId | undefined {
  const name = text.toLowerCase();
  return Object.hasOwn(HARNESS_ALIASES, name) ? HARNESS_ALIASES[name] : parseHarnessId(name);
}

/** Clients write `claude_code` as often as `claude-code`; both name the same harness. */
export function parseHarnessId(text: string): HarnessId | undefined {
  return findHarness(text.replaceAll("_", "-"))?.id;
}
