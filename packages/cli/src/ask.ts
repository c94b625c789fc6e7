import type * as clack from "@clack/prompts";
import { isInteractive, note, type Cli } from "./cli.js";
import { CliError, usageError } from "./errors.js";
import { oneLine } from "./printable.js";

interface Question {
  /** The option that provides the answer when there is no terminal: `--email`. */
  readonly flag: string;
  readonly message: string;
}

const isAnswered = (value: string | undefined): string | undefined => (value?.trim() ? undefined : "Required.");

/**
 * Prompts on a terminal. Without one, a missing answer is a usage error that names the option. The suggested value is
 * accepted with Enter and disappears as soon as the user types.
 */
export async function askText(cli: Cli, { flag, message }: Question, suggested?: string): Promise<string> {
  const { text } = await prompts(cli, flag);
  return answered(
    await text({
      ...streams(cli),
      message: oneLine(message),
      ...(suggested === undefined
        ? { validate: isAnswered }
        : { placeholder: oneLine(suggested), defaultValue: suggested }),
    }),
  ).trim();
}

export async function askPassword(cli: Cli, { flag, message }: Question): Promise<string> {
  const { password } = await prompts(cli, flag);
  return answered(
    await password({
      ...streams(cli),
      message: oneLine(message),
      validate: (value) => (value ? undefined : "Required."),
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
  if (yes) return;
  const { confirm } = await prompts(cli, "--yes");
  if (!answered(await confirm({ ...streams(cli), message: oneLine(message) })))
    throw new CliError("usage", "Canceled. Nothing was changed.");
}

async function prompts(cli: Cli, flag: string): Promise<typeof clack> {
  if (!isInteractive(cli)) throw notATerminal(flag);
  return import("@clack/prompts");
}

function notATerminal(flag: string): CliError {
  if (flag === "--yes")
    return usageError("Not a terminal, so confirmation cannot be asked for.", "Pass --yes to confirm.");
  return usageError(`Missing required option ${flag} (not a terminal, so it cannot be asked for).`, `Pass ${flag}.`);
}

const streams = ({ stdin, stdout }: Cli): clack.CommonOptions => ({ input: stdin, output: stdout });

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (typeof value === "symbol") throw new CliError("usage", "Canceled. Nothing was changed.");
  return value as Exclude<Value, symbol>;
}

const SPIN_AFTER_MS = 1000;

/** Shows a spinner if the work takes more than a moment. */
export async function withProgress<T>(cli: Cli, what: string, work: () => Promise<T>): Promise<T> {
  if (!isInteractive(cli) || cli.flags.output === "json") return work();
  const { spinner } = await import("@clack/prompts");
  const message = oneLine(what);
  const spin = spinner({ output: cli.stderr });
  let shows = false;
  const timer = setTimeout(() => {
    shows = true;
    spin.start(message);
  }, SPIN_AFTER_MS);
  try {
    const result = await work();
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
  const message = oneLine(what);
  if (!isInteractive(cli)) {
    note(cli, message);
    return work(() => {});
  }
  const { progress } = await import("@clack/prompts");
  const bar = progress({ output: cli.stderr, max: Math.max(1, total) });
  bar.start(message);
  try {
    const result = await work((steps) => bar.advance(steps));
    bar.stop(message);
    return result;
  } catch (error) {
    bar.error(message);
    throw error;
  }
}

export function warn(cli: Cli, warnings: readonly string[]): void {
  for (const warning of warnings) note(cli, `! ${oneLine(warning)}`);
}
