import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HarnessId } from "@tackroom/harness";
import { askChoice, whyNot } from "../ask.js";
import { isInteractive, type Cli } from "../cli.js";
import { usageError } from "../errors.js";
import { readHarness } from "../harness-option.js";

/** Harnesses of the project first, then those of the machine. */
export async function harnessesHere(cli: Cli): Promise<HarnessId[]> {
  const { detectOn } = await import("../scan/detect.js");
  const { HARNESSES } = await import("@tackroom/harness");
  const inProject = Object.values(HARNESSES).filter(({ presence }) =>
    presence.traces.some((trace) => existsSync(join(cli.cwd, trace))),
  );
  return [...new Set([...inProject, ...(await detectOn(cli))].map(({ id }) => id))];
}

const ALL = "all";

/** The harnesses given as options, those that already have the item, or the user's choice. */
export async function chooseHarnesses(
  cli: Cli,
  { given, locked }: { readonly given: readonly string[]; readonly locked: readonly string[] },
): Promise<string[]> {
  const { HARNESS_IDS } = await import("@tackroom/harness");
  if (given.length > 0) return [...new Set(given.map((typed) => readHarness(typed)))];
  if (locked.length > 0) return [...new Set(locked)];
  const here = await harnessesHere(cli);
  if (!isInteractive(cli)) {
    const found = here.length === 0 ? HARNESS_IDS : here;
    throw usageError(
      `Missing required option --harness (${whyNot(cli)}, so it cannot be asked for).`,
      `Pass --harness. Found on this machine: ${found.join(", ")}`,
    );
  }
  const choices = (here.length === 0 ? HARNESS_IDS : here).map((value): { value: string; label: string } => ({
    value,
    label: value,
  }));
  const question = { flag: "--harness", message: "Which harness?" };
  const offered = here.length > 1 ? [...choices, { value: ALL, label: ALL }] : choices;
  const answer = await askChoice(cli, question, offered);
  return answer === ALL ? here : [answer];
}
