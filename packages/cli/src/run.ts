import { existsSync } from "node:fs";
import type { Command } from "commander";
import { asCalled } from "./called-as.js";
import { note, noteJson, type Cli, type Flags, type Machine } from "./cli.js";
import { CliError, EXIT_CODES, reasonOf } from "./errors.js";
import { paint } from "./paint.js";
import { journalPath } from "./tack-directory.js";

export type Action<Args extends unknown[]> = (cli: Cli, ...args: Args) => Promise<void>;

/**
 * Wraps a command's action, whose code is loaded only when it runs. Commander passes the arguments, the options and the
 * command; the action gets the machine and the global options instead of the command.
 */
export type Does = <Args extends unknown[]>(
  load: () => Promise<Action<Args>>,
) => (...given: unknown[]) => Promise<void>;

/** Whether a group of commands must be registered: registering all takes longer than most commands, and help needs only names. */
export type IsTyped = (group: string) => boolean;

export function createDoes(machine: Machine, ended: (exitCode: number) => void): Does {
  return <Args extends unknown[]>(load: () => Promise<Action<Args>>) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      const cli = cliOf(machine, command);
      try {
        await recover(cli);
        const act = await load();
        await act(cli, ...(given.slice(0, -1) as Args));
      } catch (error) {
        const { NotSent, tellNotSent } = await import("./dry-run.js");
        if (error instanceof NotSent) tellNotSent(cli, error);
        else ended(tell(cli, error));
      }
      for (const text of cli.closingNotes ?? []) note(cli, asCalled(cli, text));
    };
}

/** Rolls back what a process that was killed while it installed has left. Only commands that write files insist on it. */
async function recover(cli: Cli): Promise<void> {
  if (!existsSync(journalPath(cli))) return;
  const { recoverInterrupted } = await import("./install/journal.js");
  const tellUser = (text: string): void => (cli.flags.output === "table" ? note(cli, `! ${text}`) : undefined);
  try {
    if (recoverInterrupted(cli)) tellUser("A tack command was interrupted earlier. Its changes were rolled back.");
  } catch (error) {
    tellUser(reasonOf(error));
  }
}

function cliOf(machine: Machine, command: Command): Cli {
  const options = command.optsWithGlobals<Partial<Flags> & { json?: boolean }>();
  const flags: Flags = {
    server: options.server,
    output: options.json ? "json" : (options.output ?? "table"),
    color: (options.color ?? true) && machine.stdout.isTTY === true && !machine.env["NO_COLOR"],
    debug: options.debug ?? false,
    sendsNothing: options.sendsNothing ?? false,
  };
  return { ...machine, flags, operation: wordsOf(command).join(" "), closingNotes: [] };
}

function wordsOf(command: Command): string[] {
  return command.parent ? [...wordsOf(command.parent), command.name()] : [];
}

/** Prints an error, as one line of JSON or as text, and returns the exit code. */
export function tell(cli: Cli, error: unknown): number {
  const known = error instanceof CliError ? error : new CliError("unexpected", reasonOf(error), { cause: error });
  const { category, message, details } = known;
  const exitCode = details.exitCode ?? EXIT_CODES[category];
  const remediation = details.remediation && asCalled(cli, details.remediation);
  const stack = category === "unexpected" && error instanceof Error ? error.stack : undefined;
  const detail = details.detail ?? stack;
  if (cli.flags.output === "json") {
    const report = {
      category,
      message,
      operation: cli.operation,
      exit_code: exitCode,
      resource: details.resource,
      remediation,
      request_id: details.requestId,
      http_status: details.httpStatus,
      result: details.result,
      ...(cli.flags.debug ? { detail } : {}),
    };
    noteJson(cli, JSON.stringify({ error: report }));
    return exitCode;
  }
  const colors = paint(cli);
  note(cli, `${colors.red("✗")} ${message}`);
  if (remediation) note(cli, `  ${remediation}`);
  if (details.requestId) note(cli, colors.dim(`  request ${details.requestId}`));
  if (cli.flags.debug && detail !== undefined) {
    note(cli, typeof detail === "string" ? detail : (JSON.stringify(detail, null, 2) ?? ""));
  }
  return exitCode;
}
