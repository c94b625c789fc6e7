// npm run crash-test [-- <rounds>]: start, write in a loop, kill -9, start, count. Nothing acknowledged may be missing,
// nothing may be there twice, and a job that was running when the process died has to run again.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const VICTIM = fileURLToPath(new URL("./victim.js", import.meta.url));
const IDS_PER_ROUND = 100_000;
const JOB_LIMIT_MS = 60_000;

type Store = "relational" | "analytical";
const STORES: readonly Store[] = ["relational", "analytical"];

const acknowledged: Record<Store, Set<number>> = { relational: new Set(), analytical: new Set() };
const failures: string[] = [];
let jobRuns = 0;

function hear(message: string, value: unknown): void {
  for (const store of STORES) {
    if (message === `${store} acknowledged`) acknowledged[store].add(value as number);
    if (message === `${store} stored`) compare(store, value as number[]);
  }
  if (message === "job begun") jobRuns += 1;
}

function compare(store: Store, stored: readonly number[]): void {
  const distinct = new Set(stored);
  const missing = [...acknowledged[store]].filter((id) => !distinct.has(id));
  if (missing.length > 0)
    failures.push(`${store}: ${missing.length} acknowledged rows are missing, e.g. ${missing[0]}`);
  if (distinct.size !== stored.length) failures.push(`${store}: ${stored.length - distinct.size} rows are there twice`);
}

interface Victim {
  readonly ready: Promise<void>;
  kill(): Promise<void>;
}

function start(dataDir: string, mode: "write" | "look", firstId: number): Victim {
  const child = spawn(process.execPath, [VICTIM, dataDir, mode, String(firstId)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
  });
  const lines = createInterface(child.stdout);
  const closed = once(lines, "close");
  const ready = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      const [message, value] = JSON.parse(line) as [string, unknown];
      if (message === "ready") resolve();
      else hear(message, value);
    });
    child.once("exit", (code) => reject(new Error(`the process ended by itself (exit code ${code})`)));
  });
  return {
    ready,
    kill: async () => {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/** A kill before anything was acknowledged would show nothing, and on a busy machine that takes a while. */
async function firstAcknowledgement(): Promise<void> {
  const before = acknowledged.relational.size;
  const deadline = performance.now() + JOB_LIMIT_MS;
  while (acknowledged.relational.size === before && performance.now() < deadline) await sleep(20);
  if (acknowledged.relational.size === before) failures.push("nothing was acknowledged before the kill");
}

async function run(rounds: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "tack-crash-"));
  for (let round = 0; round < rounds; round++) {
    const victim = start(dataDir, "write", round * IDS_PER_ROUND);
    await victim.ready;
    await firstAcknowledgement();
    await sleep(100 + Math.random() * 1400);
    await victim.kill();
  }
  const begun = jobRuns;
  const last = start(dataDir, "look", 0);
  await last.ready;
  const deadline = performance.now() + JOB_LIMIT_MS;
  while (jobRuns === begun && performance.now() < deadline) await sleep(100);
  if (begun === 0) failures.push("jobs: the job never began");
  if (jobRuns === begun) failures.push("jobs: a job that was running at the kill did not run again");
  await last.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

const rounds = Number(process.argv[2] ?? 20);
await run(rounds);
const counts = STORES.map((store) => `${acknowledged[store].size} ${store}`).join(" and ");
console.log(`crash test: ${rounds} kills, ${counts} rows acknowledged, the interrupted job began ${jobRuns} times`);
for (const failure of failures) console.error(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
