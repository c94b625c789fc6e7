"use strict";
// What `npm test` runs: installs and builds what is missing, then every test that this machine allows.
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

prepare(["."]);
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
});
process.exit(status ?? 1);
