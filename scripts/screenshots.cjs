"use strict";
// npm run screenshots: every page in light and dark, on a desktop and on a phone, as pictures in screenshots/.
const { spawnSync } = require("node:child_process");
const { rmSync } = require("node:fs");
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

prepare();
const folder = join(ROOT, "screenshots");
rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run", "--project", "web", "pages.browser"],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, SCREENSHOTS: folder } },
);
console.log(`The pictures are in ${folder}`);
process.exit(status ?? 1);
