import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly output: string[];
  /** Where it listens, once it does; rejects when the process ends before that. */
  readonly ready: Promise<string>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const START = fileURLToPath(new URL("../../../scripts/start.cjs", import.meta.url));
const running = new Set<ChildProcess>();

export function killServers(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** A test's server is over before the optimising compiler has done with PGlite, which is a third of what its start costs. */
const UNOPTIMISED = ["--liftoff-only"];

/** What `npm start` runs, as a process of its own, with nothing of this environment but what is given. */
export function runServer(env: Record<string, string>, args: readonly string[] = []): ServerProcess {
  const child = spawn(process.execPath, [...UNOPTIMISED, START, ...args], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", STARTER_SKILL: "false", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const output: string[] = [];
  const ended = once(child, "exit").then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    running.delete(child);
    return code ?? signal ?? 0;
  }) as Promise<number | NodeJS.Signals>;
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        output.push(line);
        const address = /"address":"(http[^"]+)"/.exec(line)?.[1];
        if (address) resolve(address);
      });
    }
    void ended.then((how) => reject(new Error(`ended (${how}) before it was ready:\n${output.join("\n")}`)));
  });
  // A test that expects the process to end does not wait for it to be ready.
  ready.catch(() => undefined);
  return { child, output, ready, ended };
}
