import { createClickHouseHttp } from "./server.js";
import { openSessions } from "./sessions.js";

const [dataDir, port = "0", user = "default", password = ""] = process.argv.slice(2);
if (dataDir === undefined) {
  console.error("usage: main.js <data directory> [port] [user] [password]");
  process.exit(2);
}

const sessions = openSessions(dataDir, process.env["CHDB_CONFIG"]);
const http = createClickHouseHttp(sessions, { user, password });

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

console.log(JSON.stringify({ port: await http.listen(Number(port)), pid: process.pid }));
