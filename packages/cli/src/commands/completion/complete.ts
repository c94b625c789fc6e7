import type { Command } from "commander";
import { say, type Cli } from "../../cli.js";

interface Candidate {
  readonly word: string;
  readonly what: string;
}

/** Prints completion candidates, one per line, each followed by a tab and its description. */
export function completeFrom(program: Command) {
  return async (cli: Cli, words: readonly string[]): Promise<void> => {
    for (const { word, what } of candidates(program, words)) say(cli, `${word}\t${what}`);
  };
}

export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.slice(0, -1);
  const begun = words.at(-1) ?? "";
  let command = program;
  for (const word of typed) {
    if (word.startsWith("-")) continue;
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next) command = next;
  }
  const all = begun.startsWith("-") ? optionsOf(command) : [...commandsOf(command), ...choicesOf(command, typed)];
  return all.filter(({ word }) => word.startsWith(begun));
}

/** Commander lists hidden commands together with the others. */
function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ word: each.name(), what: each.description() }));
}

function optionsOf(command: Command): Candidate[] {
  const chain: Command[] = [];
  for (let at: Command | null = command; at; at = at.parent) chain.push(at);
  return chain.flatMap((each) =>
    each.options.flatMap(({ long, description }) => (long ? [{ word: long, what: description }] : [])),
  );
}

/** The choices of an option, after an option that has choices. */
function choicesOf(command: Command, typed: readonly string[]): Candidate[] {
  const last = typed.at(-1);
  if (!last?.startsWith("-")) return [];
  const chain: Command[] = [];
  for (let at: Command | null = command; at; at = at.parent) chain.push(at);
  const option = chain.flatMap(({ options }) => options).find(({ long, short }) => [long, short].includes(last));
  return (option?.argChoices ?? []).map((word) => ({ word, what: "" }));
}
