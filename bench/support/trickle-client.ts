// A process that sends small batches, so that what it costs is not counted as the server's: <port> <token> <sessions> <lines>
// <first line> <seconds>.
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "node:http";
import { ingestBody } from "./transcript.js";

const [port, token, sessions, lines, firstLine, seconds] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

function post(body: string): void {
  const sent = request({ port, agent, method: "POST", path: "/api/v1/ingest/session", headers }, (answer) => {
    answer.resume();
    if (answer.statusCode !== 200) throw new Error(`the server answered ${answer.statusCode}`);
  });
  sent.end(body);
}

for (let second = 0; second < Number(seconds); second++) {
  const due = sleep(1000);
  for (let session = 0; session < Number(sessions); session++) {
    post(ingestBody(`trickle-${session}`, Number(firstLine) + second * Number(lines), Number(lines)));
    await sleep(500 / Number(sessions));
  }
  await due;
}
agent.destroy();
