import { shorten } from "@tackroom/contract/shorten";
import type * as clack from "@clack/prompts";
import { asCalled } from "./called-as.js";
import { isCi, isInteractive, note, type Cli } from "./cli.js";
import { CliError, usageError } from "./errors.js";
import { oneLine } from "./printable.js";

/** The exit code of a program that Ctrl-C ended: 128 and the number of the signal. */
export const INTERRUPTED = 130;

/** Returns what is wrong with an answer; undefined when nothing is. */
type Check = (answer: string) => string | undefined;

interface Question {
  /** Checked before the prompt accepts the answer. */
  readonly check?: Check;
  /** The option that provides the answer when there is no terminal: `--email`. */
  readonly flag: string;
  readonly message: string;
}

const isAnswered = (value: string | undefined): string | undefined => (value?.trim() ? undefined : "Required.");

/**
 * Prompts on a terminal. Without one, a missing answer is a usage error that names the option. The suggested value is
 * accepted with Enter and disappears as soon as the user types.
 */
export async function askText(cli: Cli, { flag, message, check }: Question, suggested?: string): Promise<string> {
  const { text } = await prompts(cli, flag);
  return answered(
    await text({
      ...streams(cli),
      message: oneLine(message),
      ...(suggested === undefined
        ? { validate: (value: string | undefined) => isAnswered(value) ?? check?.(value?.trim() ?? "") }
        : { placeholder: oneLine(suggested), defaultValue: suggested }),
    }),
  ).trim();
}

export async function askPassword(cli: Cli, { flag, message, check }: Question): Promise<string> {
  const { password } = await prompts(cli, flag);
  return answered(
    await password({
      ...streams(cli),
      message: oneLine(message),
      validate: (value) => (value ? check?.(value) : "Required."),
    }),
  );
}

export async function askChoice<Value extends string>(
  cli: Cli,
  { flag, message }: Question,
  choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
): Promise<Value> {
  const { select } = await prompts(cli, flag);
  return answered(
    await select<string>({
      ...streams(cli),
      message: oneLine(message),
      options: choices.map(({ value, label, hint }) => ({
        value,
        label: oneLine(label),
        ...(hint === undefined ? {} : { hint: oneLine(hint) }),
      })),
    }),
  ) as Value;
}

/** Asks for confirmation before something is changed. `--yes` confirms in advance. */
export async function consent(cli: Cli, message: string, yes: boolean | undefined): Promise<void> {
  if (!(await agrees(cli, message, yes))) throw new CliError("usage", "Canceled. Nothing was changed.");
}

/** The same, for a command that goes on without it. */
export async function agrees(cli: Cli, message: string, yes: boolean | undefined): Promise<boolean> {
  if (yes || cli.flags.sendsNothing) return true;
  const { confirm } = await prompts(cli, "--yes");
  return answered(await confirm({ ...streams(cli), message: oneLine(message) }));
}

async function prompts(cli: Cli, flag: string): Promise<typeof clack> {
  if (!isInteractive(cli)) throw notATerminal(cli, flag);
  return import("@clack/prompts");
}

/** Why nothing is asked, for error messages. */
export const whyNot = ({ env }: Cli): string => (isCi(env) ? "CI is set" : "not a terminal");

function notATerminal(cli: Cli, flag: string): CliError {
  const why = whyNot(cli);
  if (flag === "--yes") {
    const because = isCi(cli.env) ? "CI is set" : "Not a terminal";
    return usageError(`${because}, so confirmation cannot be asked for.`, "Pass --yes to confirm.");
  }
  if (!flag.startsWith("-"))
    return usageError(`${flag} is not set (${why}, so it cannot be asked for).`, `Set ${flag}.`);
  const variable = VARIABLES[flag];
  return usageError(
    `Missing required option ${flag} (${why}, so it cannot be asked for).`,
    variable === undefined ? `Pass ${flag}.` : `Set ${variable} (or ${variable}_FILE), or pass ${flag}.`,
  );
}

/** Secrets are better kept off the command line. */
const VARIABLES: Readonly<Record<string, string>> = {
  "--password": "TACK_PASSWORD",
  "--current-password": "TACK_CURRENT_PASSWORD",
  "--new-password": "TACK_NEW_PASSWORD",
  "--api-key": "TACK_API_KEY",
};

const streams = ({ stdin, stdout }: Cli): clack.CommonOptions => ({ input: stdin, output: stdout });

function answered<Value>(value: Value): Exclude<Value, symbol> {
  // Ctrl-C, which in a prompt does not end the process.
  if (typeof value === "symbol")
    throw new CliError("usage", "Canceled. Nothing was changed.", { exitCode: INTERRUPTED });
  return value as Exclude<Value, symbol>;
}

const SPIN_AFTER_MS = 1000;

const exitAsInterrupted = (): void => {
  process.exitCode = INTERRUPTED;
};

/** While it shows progress, Clack handles Ctrl-C itself: it ends the process, but as if the work had succeeded. */
async function exitingAsInterrupted<T>(work: () => Promise<T>): Promise<T> {
  process.on("exit", exitAsInterrupted);
  try {
    return await work();
  } finally {
    process.off("exit", exitAsInterrupted);
  }
}

const onCancel = (): never => process.exit(INTERRUPTED);

/** What Clack puts around a message: a frame, spaces and dots. It repeats a line that is wider than the terminal with every frame. */
const AROUND_MESSAGE = 8;
const MAX_BAR_WIDTH = 40;
const MIN_BAR_WIDTH = 8;

const widthOf = (cli: Cli): number => cli.stdout.columns || 80;

/** The message in one line of the terminal, with room for what is beside it. */
function fitting(cli: Cli, what: string, beside = 0): string {
  const message = oneLine(what);
  const room = Math.max(MIN_BAR_WIDTH, widthOf(cli) - AROUND_MESSAGE - beside);
  return shorten(message, room);
}

/** Shows a spinner if the work takes more than a moment. */
export async function withProgress<T>(cli: Cli, what: string, work: () => Promise<T>): Promise<T> {
  if (!isInteractive(cli) || cli.flags.output === "json") return work();
  const { spinner } = await import("@clack/prompts");
  const message = fitting(cli, what);
  const spin = spinner({ output: cli.stderr, onCancel });
  let shows = false;
  const timer = setTimeout(() => {
    shows = true;
    spin.start(message);
  }, SPIN_AFTER_MS);
  try {
    const result = await exitingAsInterrupted(work);
    if (shows) spin.stop(message);
    return result;
  } catch (error) {
    if (shows) spin.error(message);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Reports that this many more steps are done. */
export type Advance = (steps: number) => void;

/** Shows progress as a bar on a terminal and as a line of text elsewhere. JSON output contains the totals at the end. */
export async function withBar<T>(
  cli: Cli,
  { what, total }: { readonly what: string; readonly total: number },
  work: (advance: Advance) => Promise<T>,
): Promise<T> {
  if (cli.flags.output === "json") return work(() => {});
  if (!isInteractive(cli)) {
    note(cli, oneLine(what));
    return work(() => {});
  }
  const { progress } = await import("@clack/prompts");
  const message = fitting(cli, what, MIN_BAR_WIDTH);
  const size = Math.min(MAX_BAR_WIDTH, Math.max(MIN_BAR_WIDTH, widthOf(cli) - AROUND_MESSAGE - message.length));
  const bar = progress({ output: cli.stderr, onCancel, max: Math.max(1, total), size });
  bar.start(message);
  try {
    const result = await exitingAsInterrupted(() => work((steps) => bar.advance(steps)));
    bar.stop(message);
    return result;
  } catch (error) {
    bar.error(message);
    throw error;
  }
}

export function warn(cli: Cli, warnings: readonly string[]): void {
  for (const warning of warnings) note(cli, `! ${oneLine(asCalled(cli, warning))}`);
}
