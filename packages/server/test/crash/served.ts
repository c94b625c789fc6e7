// The real service as a process that can be killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SERVE = fileURLToPath(new URL("../../../serve.cjs", import.meta.url));

export interface Served {
  readonly address: string;
  kill(): Promise<void>;
}

/** Resolves when it listens, to where. */
export async function serve(dataDir: string): Promise<Served> {
  const child = spawn(process.execPath, [SERVE], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", STARTER_SKILL: "false" },
  });
  const ended = once(child, "exit");
  const lines = createInterface(child.stdout);
  const address = await new Promise<string>((resolve, reject) => {
    lines.on("line", (line) => {
      const found = /"address":"(http[^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(([code]: unknown[]) =>
      reject(new Error(`the service ended by itself (exit code ${String(code)})`)),
    );
  });
  return {
    address,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
