import { createClickHouseHttp, type Sessions } from "@tackroom/server/platform/analytical/clickhouse-http";
import { findWasmEngine, hasNativeChdb } from "@tackroom/server/platform/analytical/wasm/installed";
import { openWasmSessions } from "@tackroom/server/platform/analytical/wasm/sessions";
import { createFaults } from "./faults.js";

const [dataDir, port = "0", user = "default", password = ""] = process.argv.slice(2);
if (dataDir === undefined) {
  console.error("usage: main.js <data directory> [port] [user] [password]");
  process.exit(2);
}

const opening = openSessions(dataDir);
// Listens at once and lets callers wait, as an engine takes seconds to load that a restarted server would not.
const sessions: Sessions = {
  run: async (statement) => (await opening).run(statement),
  isResponsive: () => true,
  close: async () => (await opening).close(),
};
const http = createClickHouseHttp(sessions, { user, password }, createFaults());

async function openSessions(directory: string): Promise<Sessions> {
  if (!hasNativeChdb()) return openWasmSessions(directory, findWasmEngine().module, () => undefined);
  const { openNativeSessions } = await import("./sessions.js");
  return openNativeSessions(directory, process.env["CHDB_CONFIG"]);
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await http.close();
  await sessions.close();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
// A test run that dies must not leave an engine behind that holds its data directory.
process.on("disconnect", () => void stop());

const listening = await http.listen(Number(port));
await opening;
console.log(JSON.stringify({ port: listening, pid: process.pid }));
