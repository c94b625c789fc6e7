import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { findWasmEngine, hasNativeChdb } from "@tackroom/server/platform/analytical/wasm/installed";

export interface ClickHouseOptions {
  dataDir: string;
  port?: number;
  user?: string;
  password?: string;
}

export interface RunningClickHouse {
  url: string;
  pid: number;
  /** Asks it to finish what it has begun and waits for its end; rejects when that end was not clean. */
  stop(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

const STOP_TIMEOUT_MS = 15_000;

export async function startClickHouse(options: ClickHouseOptions): Promise<RunningClickHouse> {
  const { dataDir, port = 0, user = "default", password = "" } = options;
  const child = spawn(nodeToRunIt(), [compiledMain(), dataDir, String(port), user, password], {
    // The channel carries no message: its end tells the child that this process is gone.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const ready = await Promise.race([readyLine(child.stdout), exitedTooEarly(exited)]);
  let killed = false;

  return {
    url: `http://127.0.0.1:${ready.port}`,
    pid: ready.pid,
    async stop() {
      if (isRunning(child)) child.kill("SIGTERM");
      const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(impatience);
      if (!killed && child.exitCode !== 0) throw new Error(`ClickHouse test server ended badly: ${ending(child)}`);
    },
    kill(signal) {
      killed = true;
      child.kill(signal);
    },
  };
}

function nodeToRunIt(): string {
  return hasNativeChdb() ? process.execPath : findWasmEngine().node;
}

/** Vitest imports this file as source, beside which there is no main.js to run. */
function compiledMain(): string {
  const isSource = new URL(import.meta.url).pathname.endsWith(".ts");
  const fromHere = isSource ? "../../dist-test/test/clickhouse-http/main.js" : "./main.js";
  const path = fileURLToPath(new URL(fromHere, import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is missing: compile packages/server/test first (npm run build)`);
  return path;
}

interface ReadyLine {
  port: number;
  pid: number;
}

async function readyLine(stdout: Readable | null): Promise<ReadyLine> {
  if (stdout === null) throw new Error("the ClickHouse test server has no stdout");
  const [line]: string[] = await once(createInterface(stdout), "line");
  const ready: unknown = JSON.parse(line ?? "");
  if (!isReadyLine(ready)) throw new Error(`the ClickHouse test server said ${line}`);
  return ready;
}

function isReadyLine(value: unknown): value is ReadyLine {
  return typeof value === "object" && value !== null && "port" in value && "pid" in value;
}

async function exitedTooEarly(exited: Promise<unknown[]>): Promise<never> {
  const [code, signal] = await exited;
  throw new Error(`ClickHouse test server ended before it listened: code ${String(code)}, signal ${String(signal)}`);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function ending({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
}
