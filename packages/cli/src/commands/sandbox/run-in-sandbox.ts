import { spawn } from "node:child_process";
import type { Cli } from "../../cli.js";
import { dockerArguments, timeoutSecondsOf, type SandboxSettings } from "./sandbox-settings.js";

export interface SandboxResult {
  readonly text: string;
  readonly isError: boolean;
}

/** The output is read by a model: the end of a long output is more useful than its middle. */
const MAX_CHARACTERS = 60_000;

export function runInSandbox(cli: Cli, settings: SandboxSettings, command: string): Promise<SandboxResult> {
  if (settings.runtime_type !== "docker") {
    const text = `tack only supports the docker runtime; ${settings.name} requires ${settings.runtime_type}.`;
    return Promise.resolve({ text, isError: true });
  }
  const seconds = timeoutSecondsOf(settings);
  const args = dockerArguments(settings, cli.cwd, command);
  return new Promise((resolve) => {
    const child = spawn("docker", args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...cli.env },
      timeout: seconds * 1000,
      killSignal: "SIGKILL",
    });
    let output = "";
    const add = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-2 * MAX_CHARACTERS));
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.on("error", () => resolve({ text: "Could not start docker. Is it installed?", isError: true }));
    child.on("close", (status, signal) => {
      const end = signal ? `\nStopped after ${seconds} s.` : status === 0 ? "" : `\nExit code ${String(status)}.`;
      resolve({ text: output.slice(-MAX_CHARACTERS) + end, isError: status !== 0 });
    });
  });
}
