import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { temporaryDirectory } from "./run-tack.js";

const SERVE = fileURLToPath(new URL("../../../server/serve.cjs", import.meta.url));
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});

export interface RunningServer {
  readonly address: string;
  readonly child: ChildProcess;
}

/** A server of this repository as a process: what `tack` meets, over HTTP and nothing else. */
export async function runServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const child = spawn(process.execPath, [SERVE], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      DATA_DIR: temporaryDirectory(),
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
