import { existsSync } from "node:fs";
import { join } from "node:path";
import { askChoice } from "../ask.js";
import { isInteractive, type Cli } from "../cli.js";
import { usageError } from "../errors.js";

/** Harnesses of the project first, then those of the machine. */
async function harnessesHere(cli: Cli): Promise<string[]> {
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
  const { HARNESS_IDS, parseHarnessId } = await import("@tackroom/harness");
  if (given.length > 0) {
    return [...new Set(given)].map((text) => {
      const harness = parseHarnessId(text);
      if (harness) return harness;
      throw usageError(`Unknown harness "${text}".`, `Choose one of: ${HARNESS_IDS.join(", ")}`);
    });
  }
  if (locked.length > 0) return [...new Set(locked)];
  const here = await harnessesHere(cli);
  if (!isInteractive(cli)) {
    const found = here.length === 0 ? HARNESS_IDS : here;
    throw usageError(
      "Missing required option --harness (not a terminal, so it cannot be asked for).",
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
