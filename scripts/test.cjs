"use strict";
// What `npm test` runs: installs and builds what is missing, then every test that this machine allows.
const { spawn } = require("node:child_process");
const { existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

const GIB = 1024 ** 3;
const VITEST = join(ROOT, "node_modules", "vitest", "vitest.mjs");

prepare();
const env = { ...process.env, UV_THREADPOOL_SIZE: "16", ...temporaryFiles() };
const args = process.argv.slice(2);
void (args.length > 0 ? runOnce(args) : runBoth()).then((status) => {
  process.exitCode = status;
});

/** What was asked for, in one run. */
function runOnce(asked) {
  return run(asked, { env, stdio: "inherit" });
}

/** The journeys in a browser mostly wait, so they run beside everything else, and are shown when they are over. */
async function runBoth() {
  const folder = mkdtempSync(join(tmpdir(), "tack-run-"));
  const counts = join(folder, "counts");
  const shown = join(folder, "web");
  const both = { ...env, TEST_COUNTS: counts };
  const output = openSync(shown, "w");
  const statuses = await Promise.all([
    run(["--project", "pure", "--project", "stores"], { env: both, stdio: "inherit" }),
    run(["--project", "web"], { env: both, stdio: ["ignore", output, output] }),
  ]);
  process.stdout.write(readFileSync(shown));
  const all = existsSync(counts) ? readFileSync(counts, "utf8").trim().split("\n").map(JSON.parse) : [];
  rmSync(folder, { recursive: true });
  // Again at the end: whoever sees only the last lines of a log should know what to look for.
  for (const failure of all.flatMap(({ failures }) => failures)) console.log(`Failed: ${failure}`);
  const sum = (name) => all.reduce((total, count) => total + count[name], 0);
  console.log(`\nIn all:\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return Math.max(...statuses);
}

function run(asked, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [VITEST, "run", ...asked], { cwd: ROOT, ...options });
    child.on("exit", (status) => resolve(status ?? 1));
  });
}

/** Each suite copies a data directory and syncs it: in memory, where there is plenty, a server starts in half the time. */
function temporaryFiles() {
  const memoryDisk = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memoryDisk)) return {};
  const { bavail, bsize } = statfsSync(memoryDisk);
  const hasRoom = bavail * bsize > 4 * GIB && process.availableMemory() > 12 * GIB;
  return hasRoom ? { TMPDIR: memoryDisk } : {};
}
