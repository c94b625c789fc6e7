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

/** Clients write `claude_code` as often as `claude-code`; both name the same harness. */
export function parseHarnessId(text: string): HarnessId | undefined {
  return findHarness(text.replaceAll("_", "-"))?.id;
}
