import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll } from "vitest";
import type { Machine } from "../cli.js";
import { parse } from "../program.js";

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A person's machine: a home and a project of their own, and no terminal. */
export interface TestMachine {
  readonly home: string;
  readonly cwd: string;
  run(words: string, options?: RunOptions): Promise<Ran>;
  /** The same, with what it printed as JSON. */
  json(words: string, options?: RunOptions): Promise<unknown>;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** Further words that have spaces in them. */
  readonly more?: readonly string[];
}

const made: string[] = [];
afterAll(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "tack-cli-"));
  made.push(directory);
  return directory;
}

export function testMachine(server: string): TestMachine {
  const [home, cwd] = [temporaryDirectory(), temporaryDirectory()];
  const run = async (words: string, { env = {}, stdin = "", more = [] }: RunOptions = {}): Promise<Ran> => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const machine: Machine = {
      env: { PATH: process.env["PATH"], TACK_SERVER_URL: server, ...env },
      cwd,
      home,
      platform: "linux",
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout,
      stderr,
    };
    let exitCode = 0;
    await parse(machine, [...words.split(" ").filter(Boolean), ...more], (code) => (exitCode = code));
    return { exitCode, stdout: textIn(stdout), stderr: textIn(stderr) };
  };
  return {
    home,
    cwd,
    run,
    async json(words, options) {
      const { stdout, stderr, exitCode } = await run(`${words} -o json`, options);
      if (exitCode !== 0) throw new Error(`tack ${words} exited with ${exitCode}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

function textIn(stream: PassThrough): string {
  return (stream.read() as Buffer | null)?.toString() ?? "";
}
