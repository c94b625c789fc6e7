// Resident memory and processor time of the idle embedded server, as `npm start` runs it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
const IDLE_SECONDS = 20;
const TICKS_PER_SECOND = 100;

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function usedSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function measure(what: string, dataDir: string): Promise<void> {
  const server = spawn("sh", ["-c", scripts.start], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", STARTER_SKILL: "false" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { pid = 0 } = server;
  await new Promise<void>((resolve) =>
    server.stdout.on("data", (text) => String(text).includes("is ready") && resolve()),
  );
  const atStart = residentMegabytes(pid);
  await sleep(5000);
  const before = usedSeconds(pid);
  await sleep(IDLE_SECONDS * 1000);
  const share = ((usedSeconds(pid) - before) / IDLE_SECONDS) * 100;
  console.log(
    `${what}: ${residentMegabytes(pid)} MB resident after ${IDLE_SECONDS + 5} s (${atStart} MB when ready), ` +
      `${share.toFixed(1)} % of a core`,
  );
  server.kill("SIGTERM");
  await once(server, "exit");
}

const dataDir = mkdtempSync(join(tmpdir(), "tack-bench-"));
await measure("first start, idle", dataDir);
await measure("later start, idle", dataDir);
rmSync(dataDir, { recursive: true, force: true });
