import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
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
  /** As if someone sat at a terminal. */
  readonly terminal?: boolean;
  /** Called with all that a stream has said so far. */
  readonly heard?: (said: string) => void;
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
  const run = async (
    words: string,
    { env = {}, stdin = "", more = [], heard, terminal = false }: RunOptions = {},
  ): Promise<Ran> => {
    const said = { stdout: "", stderr: "" };
    const into = (stream: keyof typeof said): Writable =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          said[stream] += chunk.toString();
          heard?.(said[stream]);
          done();
        },
      });
    const machine: Machine = {
      env: { PATH: process.env["PATH"], TACK_SERVER_URL: server, ...env },
      cwd,
      home,
      platform: "linux",
      // Questions are asked only where there is something to answer with: an end of the input would never answer them.
      stdin: Object.assign(Readable.from([Buffer.from(stdin)]), {
        isTTY: terminal,
        ...(stdin === "" ? {} : { setRawMode: () => undefined }),
      }),
      stdout: Object.assign(into("stdout"), { isTTY: terminal }),
      stderr: into("stderr"),
    };
    let exitCode = 0;
    await parse(machine, [...words.split(" ").filter(Boolean), ...more], (code) => (exitCode = code));
    return { exitCode, ...said };
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
