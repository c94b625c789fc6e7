"use strict";
// npm run bench [-- <name>]: every benchmark of bench/, or the one named.
const { readdirSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");
const { prepare, ROOT } = require("./prepare.cjs");

prepare();
const folder = join(ROOT, "bench", "dist");
const wanted = process.argv[2];
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".js"))
  .map((file) => file.slice(0, -3))
  .filter((name) => !wanted || name === wanted);
if (names.length === 0) {
  process.stderr.write(`There is no benchmark ${wanted}.\n`);
  process.exit(2);
}
for (const name of names) {
  console.log(`# ${name}`);
  const { status } = spawnSync(process.execPath, [join(folder, `${name}.js`)], {
    stdio: "inherit",
    env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
  });
  if (status !== 0) process.exit(status ?? 1);
}
