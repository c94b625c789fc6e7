import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { temporaryDirectory } from "./temporary.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory with both embedded stores created and migrated. */
    readonly template: string;
    /** Stores that servers can share on platforms where starting them takes a minute. */
    readonly enginesOfProcesses: readonly string[];
  }
}

const SERVE = fileURLToPath(new URL("../../../server/serve.cjs", import.meta.url));
const running = new Set<ChildProcess>();

export async function killServers(): Promise<void> {
  for (const child of running) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

export interface RunningServer {
  readonly address: string;
  readonly child: ChildProcess;
}

function stores(): Record<string, string> {
  const dataDir = temporaryDirectory();
  cpSync(inject("template"), dataDir, { recursive: true });
  const engines = inject("enginesOfProcesses");
  const engine = engines[Math.floor(Math.random() * engines.length)];
  if (engine === undefined) return { DATA_DIR: dataDir };
  return { DATA_DIR: dataDir, CLICKHOUSE_URL: new URL(`/tack_cli_${randomUUID().slice(0, 8)}`, engine).href };
}

/** Without the optimising compiler, which would not have done with PGlite before the test is over. */
const UNOPTIMISED = ["--liftoff-only"];

/** Runs this repository's server as a process, accessible to `tack` only over HTTP. */
export async function runServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const child = spawn(process.execPath, [...UNOPTIMISED, SERVE], {
    env: {
      PATH: process.env["PATH"] ?? "",
      STARTER_SKILL: "false",
      PORT: "0",
      ...stores(),
      RATE_LIMIT_AUTH: "100000/minute",
      RATE_LIMIT_AUTH_STRICT: "100000/minute",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  for await (const line of createInterface(child.stdout)) {
    const address = /"address":"(http[^"]+)"/.exec(line)?.[1];
    if (address === undefined) continue;
    child.stdout.resume();
    return { address, child };
  }
  throw new Error("the server ended before it listened");
}
