// A process that runs chDB as WebAssembly, started by open.ts with a newer Node.js than the server may have itself.
import { StartupError } from "../../startup-error.js";
import { createClickHouseHttp, type ClickHouseHttp, type Sessions } from "../clickhouse-http/index.js";
import { NEARLY_FULL, STOP, type FromEngineProcess, type ToEngineProcess } from "./protocol.js";
import { openWasmSessions } from "./sessions.js";

function tell(message: FromEngineProcess): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

async function serve({ dataDir, module, user, password }: ToEngineProcess): Promise<void> {
  try {
    const sessions = await openWasmSessions(dataDir, module, () => void tell(NEARLY_FULL));
    const http = createClickHouseHttp(sessions, { user, password });
    process.on("message", (message) => message === STOP && void stop(http, sessions));
    await tell({ port: await http.listen(0) });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    await tell({ refusal: error.message });
    process.exit(1);
  }
}

async function stop(http: ClickHouseHttp, sessions: Sessions): Promise<void> {
  await http.close();
  await sessions.close();
  process.exit(0);
}

// At once, because the next server may be waiting for the directory, and what was acknowledged is on the disk.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Ctrl-C reaches the whole group, but the server still has rows to write; it says when it is done.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.once("message", (message: ToEngineProcess) => void serve(message));
