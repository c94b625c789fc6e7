"use strict";
// What `npm test` runs: installs and builds what is missing, then every test that this machine allows.
const { spawnSync } = require("node:child_process");
const { existsSync, statfsSync } = require("node:fs");
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

const GIB = 1024 ** 3;

prepare(["."]);
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, UV_THREADPOOL_SIZE: "16", ...temporaryFiles() },
});
process.exit(status ?? 1);

/** Each suite copies a data directory and syncs it: in memory, where there is plenty, a server starts in half the time. */
function temporaryFiles() {
  const memoryDisk = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(memoryDisk)) return {};
  const { bavail, bsize } = statfsSync(memoryDisk);
  const hasRoom = bavail * bsize > 4 * GIB && process.availableMemory() > 12 * GIB;
  return hasRoom ? { TMPDIR: memoryDisk } : {};
}
