import type { Readable, Writable } from "node:stream";
import { finished } from "./paint.js";
import { printableJson } from "./printable.js";

/** The machine that a command runs on: the only way to it, so that a test can be another machine. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** What was said for every command alike. */
export interface Flags {
  readonly server?: string | undefined;
  readonly output: "table" | "json";
  readonly color: boolean;
  readonly debug: boolean;
}

export interface Cli extends Machine {
  readonly flags: Flags;
  /** As typed, for error messages: `registry mcp submit`. */
  readonly operation: string;
}

/** Questions are asked, and progress is shown, only where someone sits. */
export const isInteractive = ({ stdin, stdout }: Machine): boolean => stdin.isTTY === true && stdout.isTTY === true;

/** The answer of a command. Whatever is in the text, no control character of others reaches the terminal. */
export function say(cli: Machine, text: string): void {
  cli.stdout.write(`${finished(text)}\n`);
}

/** JSON of any origin: equal when it is parsed, and safe to look at. */
export function sayJson(cli: Machine, json: string): void {
  cli.stdout.write(`${printableJson(json).trimEnd()}\n`);
}

/** What is not the answer: notes, warnings, progress. */
export function note(cli: Machine, text: string): void {
  cli.stderr.write(`${finished(text)}\n`);
}

export function noteJson(cli: Machine, json: string): void {
  cli.stderr.write(`${printableJson(json)}\n`);
}
