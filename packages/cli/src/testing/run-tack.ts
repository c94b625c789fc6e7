import { Readable, Writable } from "node:stream";
import type { Machine } from "../cli.js";
import { parse } from "../program.js";
import { temporaryDirectory } from "./temporary.js";

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user's machine with its own home folder and project, and without a terminal. */
export interface TestMachine {
  readonly home: string;
  readonly cwd: string;
  run(words: string, options?: RunOptions): Promise<Ran>;
  /** The same, with its output parsed as JSON. */
  json(words: string, options?: RunOptions): Promise<unknown>;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  /** Additional arguments that contain spaces. */
  readonly more?: readonly string[];
  /** Simulates a terminal. */
  readonly terminal?: boolean;
  /** Called with all output of a stream so far. */
  readonly onOutput?: (output: string) => void;
}

export function testMachine(server: string): TestMachine {
  const [home, cwd] = [temporaryDirectory(), temporaryDirectory()];
  const run = async (
    words: string,
    { env = {}, stdin = "", more = [], onOutput, terminal = false }: RunOptions = {},
  ): Promise<Ran> => {
    const output = { stdout: "", stderr: "" };
    const into = (stream: keyof typeof output): Writable =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          output[stream] += chunk.toString();
          onOutput?.(output[stream]);
          done();
        },
      });
    const machine: Machine = {
      env: { PATH: process.env["PATH"], TACK_SERVER_URL: server, ...env },
      cwd,
      home,
      platform: "linux",
      // Prompts are shown only if there is input: the end of the input would never answer them.
      stdin: Object.assign(Readable.from([Buffer.from(stdin)]), {
        isTTY: terminal,
        ...(stdin === "" ? {} : { setRawMode: () => undefined }),
      }),
      stdout: Object.assign(into("stdout"), { isTTY: terminal }),
      stderr: into("stderr"),
    };
    let exitCode = 0;
    await parse(machine, [...words.split(" ").filter(Boolean), ...more], (code) => (exitCode = code));
    return { exitCode, ...output };
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
