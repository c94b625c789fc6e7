import type { Readable, Writable } from "node:stream";
import { finished } from "./paint.js";
import { printableJson } from "./printable.js";

/** The only access to the machine that a command runs on, so that tests can substitute another one. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Options that apply to every command. */
export interface Flags {
  readonly server?: string | undefined;
  readonly output: "table" | "json";
  readonly color: boolean;
  readonly debug: boolean;
  /** Requests that change something are shown instead of sent. */
  readonly sendsNothing?: boolean;
}

export interface Cli extends Machine {
  readonly flags: Flags;
  /** As typed, for error messages: `registry mcp submit`. */
  readonly operation: string;
  /** Printed on standard error after the result, so that it does not interrupt it. */
  readonly closingNotes?: string[];
}

/** Prompts and progress are shown only on a terminal, and never in CI, where nobody could answer. */
export const isInteractive = ({ env, stdin, stdout }: Machine): boolean =>
  stdin.isTTY === true && stdout.isTTY === true && !isCi(env);

/** Set by all common CI services; `CI=false` and `CI=0` mean that it is none. */
export const isCi = ({ CI }: Machine["env"]): boolean => CI !== undefined && !/^(|0|false)$/i.test(CI);

/** Prints the result of a command. Control characters from other sources never reach the terminal. */
export function say(cli: Machine, text: string): void {
  cli.stdout.write(`${finished(text)}\n`);
}

/** Prints JSON from any source, escaped so that it is safe to display and parses to the same value. */
export function sayJson(cli: Machine, json: string): void {
  cli.stdout.write(`${printableJson(json).trimEnd()}\n`);
}

/** Prints everything that is not the result: notes, warnings, progress. */
export function note(cli: Machine, text: string): void {
  cli.stderr.write(`${finished(text)}\n`);
}

export function noteJson(cli: Machine, json: string): void {
  cli.stderr.write(`${printableJson(json)}\n`);
}
