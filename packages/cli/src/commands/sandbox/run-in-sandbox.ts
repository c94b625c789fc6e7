import { spawn, type SpawnOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Cli } from "../../cli.js";
import { reasonOf } from "../../errors.js";
import { dockerArguments, timeoutSecondsOf, type SandboxSettings } from "./sandbox-settings.js";

export interface SandboxResult {
  readonly text: string;
  readonly isError: boolean;
  /** Its container may still be running. */
  readonly notStopped?: string;
}

/** When a command ends early, and how long Docker may take to remove its container. */
export interface CommandEnd {
  readonly stopped: AbortSignal;
  readonly removalSeconds: number;
}

/** The output is read by a model: the end of a long output is more useful than its middle. */
const MAX_CHARACTERS = 60_000;

/** Runs a command in a container of its own, which is gone when the promise is fulfilled, also if it takes too long or is stopped: unless Docker does not remove it. */
export async function runInSandbox(
  cli: Cli,
  settings: SandboxSettings,
  command: string,
  { stopped, removalSeconds }: CommandEnd,
): Promise<SandboxResult> {
  if (settings.runtime_type !== "docker") {
    const text = `tack only supports the docker runtime; ${settings.name} requires ${settings.runtime_type}.`;
    return { text, isError: true };
  }
  const seconds = timeoutSecondsOf(settings);
  const container = `tack-${randomUUID()}`;
  const ends = AbortSignal.any([stopped, AbortSignal.timeout(seconds * 1000)]);
  const ran = await runDocker(cli, dockerArguments(settings, cli.cwd, command, container), {
    signal: ends,
    killSignal: "SIGKILL",
  });
  if (ran.error !== undefined) return { text: "Could not start docker. Is it installed?", isError: true };
  if (!ends.aborted) {
    return {
      text: ran.output + (ran.status === 0 ? "" : `\nExit code ${String(ran.status)}.`),
      isError: ran.status !== 0,
    };
  }
  const notStopped = await removeContainer(cli, container, removalSeconds);
  if (notStopped !== undefined) return { text: `${ran.output}\n${notStopped}`, isError: true, notStopped };
  const end = stopped.aborted ? "Canceled." : `Stopped after ${seconds} s.`;
  return { text: `${ran.output}\n${end}`, isError: true };
}

/** It has ended in the meantime, and Docker removes it. */
const IS_GOING = /no such container|already in progress/i;

/** Docker's client is not the container: the container goes on when the client is killed. Returns what went wrong. */
async function removeContainer(cli: Cli, container: string, seconds: number): Promise<string | undefined> {
  const limit = AbortSignal.timeout(seconds * 1000);
  const removed = await runDocker(cli, ["rm", "--force", container], { signal: limit, killSignal: "SIGKILL" });
  const { status, output, error } = removed;
  if (error === undefined && (status === 0 || IS_GOING.test(output))) return undefined;
  const answer = limit.aborted ? `Docker did not answer within ${seconds} s` : output.trim();
  const why = error === undefined ? answer : reasonOf(error);
  return `The container ${container} could not be stopped (${why}). It may still be running: docker rm --force ${container}`;
}

interface Ran {
  readonly output: string;
  readonly status: number | null;
  /** It could not be started. */
  readonly error?: Error;
}

function runDocker(cli: Cli, args: readonly string[], options: SpawnOptions): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn("docker", args, { ...options, stdio: ["ignore", "pipe", "pipe"], env: { ...cli.env } });
    let output = "";
    const add = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-2 * MAX_CHARACTERS));
    child.stdout?.on("data", add);
    child.stderr?.on("data", add);
    // An abort is reported as an error too, before the process has ended.
    child.on("error", (error) => (child.pid === undefined ? resolve({ output: "", status: null, error }) : undefined));
    child.on("close", (status) => resolve({ output: output.slice(-MAX_CHARACTERS), status }));
    // What a killed client has started may keep its output open, and must not keep us.
    child.on("exit", () => {
      if (options.signal?.aborted) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    });
  });
}
