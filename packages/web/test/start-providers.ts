import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./start-server.js";

export interface RunningProviders {
  /** Of a server that knows all of them. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Providers of single sign-on on this machine, with a few people; see run-providers.ts for whom. */
export async function startProviders(frontendUrl: string): Promise<RunningProviders> {
  const script = join(ROOT, "packages/server/dist-test/test/sso/run-providers.js");
  const child = spawn(process.execPath, [script, frontendUrl], { stdio: ["pipe", "pipe", "ignore"] });
  const variables = await new Promise<Record<string, string>>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith("variables ")) resolve(JSON.parse(line.slice("variables ".length)) as Record<string, string>);
    });
    child.once("exit", (code) => reject(new Error(`The providers ended with ${code} before they were ready.`)));
  });
  return {
    variables,
    async stop() {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
}
