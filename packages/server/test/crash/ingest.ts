// npm run crash-test -- ingest [<kills>]: exporters of fifty sessions send in a loop, the service is killed at random
// moments, they go on from their checkpoints. At the end every line is there once, every audit agrees, every figure is right.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Exporter, type Ask } from "./exporter.js";
import { serve, type Served } from "./served.js";

const SESSIONS = 50;
/** The service is killed after work, not after time: on a slow one there would be nothing to interrupt. */
const MAX_ANSWERS_BETWEEN_KILLS = 100;
const PASSWORD = "Correct-Horse-7";

const kills = Number(process.argv[3] ?? 20);
const dataDir = mkdtempSync(join(tmpdir(), "tack-crash-ingest-"));
let served: Served = await serve(dataDir);
let isOver = false;
let answers = 0;
const failures: string[] = [];

async function call(path: string, body: object | undefined, credentials: Record<string, string>): Promise<Response> {
  return fetch(`${served.address}/api/v1${path}`, {
    headers: { ...credentials, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
}

async function signUp(): Promise<Record<string, string>> {
  const admin = await call("/auth/bootstrap", { email: "root@example.com", password: PASSWORD }, {});
  const { access_token } = (await admin.json()) as { access_token: string };
  const made = await call("/keys", { name: "crash test" }, { authorization: `Bearer ${access_token}` });
  const { key } = (await made.json()) as { key: string };
  return { "x-api-key": key };
}

function linesOf(all: readonly Exporter[]): number {
  return all.reduce((total, exporter) => total + exporter.lines, 0);
}

const credentials = await signUp();

const ask: Ask = async (path, body) => {
  let answer: Response;
  let text: string;
  try {
    answer = await call(path, body, credentials);
    text = await answer.text();
    answers += 1;
  } catch {
    // Killed before it could answer, or not yet listening.
    await sleep(50);
    return undefined;
  }
  // Only a service that is being stopped may be unavailable.
  if (answer.status >= 500 && answer.status !== 503)
    failures.push(`${answer.status} to ${path}: ${text.slice(0, 300)}`);
  return answer.status >= 500 ? undefined : (JSON.parse(text) as Record<string, unknown>);
};

const exporters = Array.from({ length: SESSIONS }, (_, n) => new Exporter(`crash-${n}`, ask));
const load = exporters.map(async (exporter) => {
  while (!isOver) await exporter.step();
});

for (let kill = 0; kill < kills; kill++) {
  const enough = answers + Math.random() * MAX_ANSWERS_BETWEEN_KILLS;
  while (answers < enough) await sleep(1);
  await sleep(Math.random() * 20);
  await served.kill();
  served = await serve(dataDir);
  const seconds = Math.round(performance.now() / 1000);
  console.log(`kill ${kill + 1} of ${kills}, ${seconds} s, ${linesOf(exporters)} lines so far`);
}
await sleep(500);
isOver = true;
await Promise.all(load);
await Promise.all(exporters.map((exporter) => exporter.finish()));
await served.kill();
rmSync(dataDir, { recursive: true, force: true });

failures.push(...exporters.flatMap((exporter) => exporter.failures));
console.log(`ingest crash test: ${kills} kills, ${SESSIONS} sessions, ${linesOf(exporters)} lines`);
for (const failure of failures.slice(0, 20)) console.error(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
