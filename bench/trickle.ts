// What a steady trickle costs: twenty sessions that send a small batch each second, in processor time of the whole server,
// and how many parts the table has. Aim: at most a fifth of one core. `npm run bench -- trickle`; SECONDS=600 for longer.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "./support/start-server.js";

const SESSIONS = 20;
const LINES = 3;
const SECONDS = Number(process.env["SECONDS"] ?? 60);
const TICKS_PER_SECOND = 100;

const { platform, port, bootstrap, close } = await startServer();
const token = await bootstrap();

/** Of this process and of those that it started: an engine may be one of them. */
function processorSeconds(): number {
  const ours = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOurs(name));
  return ours.reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND;
}

const fieldsOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    // It has just ended.
    return [];
  }
};
const isOurs = (pid: string): boolean =>
  pid === String(process.pid) || (fieldsOf(pid)[1] === String(process.pid) && pid !== client);
const ticksOf = (pid: string): number => Number(fieldsOf(pid)[11] ?? 0) + Number(fieldsOf(pid)[12] ?? 0);

async function partsOf(): Promise<number> {
  const sql = "SELECT count() AS parts FROM system.parts WHERE active AND table = 'session_line'";
  const [row] = await platform.analytical.query<{ parts: number }>(sql);
  return row?.parts ?? 0;
}

let line = 0;
let client = "";

async function trickle(seconds: number): Promise<void> {
  const script = fileURLToPath(new URL("support/trickle-client.js", import.meta.url));
  const sending = spawn(process.execPath, [script, ...[port, token, SESSIONS, LINES, line, seconds].map(String)], {
    stdio: "inherit",
  });
  client = String(sending.pid);
  line += LINES * seconds;
  const [status] = (await once(sending, "exit")) as [number];
  if (status !== 0) throw new Error("the client failed");
}

await trickle(10);
const idleBefore = processorSeconds();
await sleep(10_000);
const idle = (processorSeconds() - idleBefore) / 10;
const before = processorSeconds();
await trickle(SECONDS);
const used = (processorSeconds() - before) / SECONDS;
console.log(`idle: ${idle.toFixed(3)} of a core`);
console.log(`${SESSIONS} sessions, ${LINES} lines a second each: ${used.toFixed(3)} of a core (aim 0.2)`);
console.log(`parts after ${SECONDS + 10} s: ${await partsOf()}`);
await close();
