import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { StartupError } from "../../startup-error.js";
import { findWasmEngine } from "./installed.js";
import { NEARLY_FULL, STOP, type FromEngineProcess, type ToEngineProcess } from "./protocol.js";

export interface EngineProcess {
  readonly url: URL;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves when it needs to be replaced, while it still answers. */
  readonly nearlyFull: Promise<void>;
  stop(): Promise<void>;
}

const USER = "tackroom";
const STOP_LIMIT_MS = 10_000;

export async function startEngineProcess(dataDir: string): Promise<EngineProcess> {
  const { module, node } = findWasmEngine();
  const child = fork(compiledMain(), [], {
    execPath: node,
    // Each function is checked when it is first called, not all 150 MB before the first: a second less of two cores.
    execArgv: ["--wasm-lazy-validation"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => undefined);
  const password = randomBytes(24).toString("hex");
  child.send({ dataDir, module, user: USER, password } satisfies ToEngineProcess);
  const url = new URL(`http://127.0.0.1:${await portOf(child)}`);
  Object.assign(url, { username: USER, password });
  return {
    url,
    ended,
    nearlyFull: new Promise((resolve) => child.on("message", (message) => message === NEARLY_FULL && resolve())),
    async stop() {
      if (child.connected) child.send(STOP);
      const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const died = once(child, "exit").then(([code, signal]: unknown[]): never => {
    throw new Error(`The embedded analytical store exited during startup (${String(code ?? signal)})`);
  });
  // Once there is an answer nobody waits for this any more.
  died.catch(() => undefined);
  const [message] = (await Promise.race([once(child, "message"), died])) as [FromEngineProcess];
  if (message === NEARLY_FULL) throw new Error("The embedded analytical store ran out of memory during startup");
  if ("refusal" in message) throw new StartupError(message.refusal);
  return message.port;
}

/** Tests run from the sources, but a process can only be started from compiled code. */
function compiledMain(): URL {
  const here = import.meta.url;
  return here.endsWith(".ts")
    ? new URL("../../../../dist/platform/analytical/wasm/main.js", here)
    : new URL("./main.js", here);
}
