"use strict";
// Installs chDB as WebAssembly where npm installed no native build of it: for `npm start` and `npm test` in a clone, and for
// `tack server` in a package. No dependencies here, since none may be installed yet.
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const STAMP = join(__dirname, "node_modules", ".tackroom-lock");
const IS_WINDOWS = process.platform === "win32";

/** Answers with what to tell the person when it did not work. */
function installWasmEngineIfNeeded() {
  if (hasNativeBuild()) return undefined;
  const lock = readFileSync(join(__dirname, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return undefined;
  say(
    `chDB has no native build for ${process.platform}-${process.arch}: installing the WebAssembly build (100 MB, once) …`,
  );
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  // A package that is installed globally runs with npm's `global`, which this is not. On Windows npm is a script.
  const env = { ...process.env, npm_config_global: "false" };
  const stdio = ["ignore", 2, 2];
  const { status } = spawnSync("npm", args, { cwd: __dirname, stdio, env, shell: IS_WINDOWS });
  if (status !== 0) {
    return `The WebAssembly build of chDB could not be installed in ${__dirname}. Check that the npm registry is reachable and the directory is writable. It is not needed if CLICKHOUSE_URL is set.`;
  }
  writeFileSync(STAMP, wanted);
  return undefined;
}

/** npm leaves out the builds of other platforms. */
function hasNativeBuild() {
  const folders = require.resolve.paths("@chdb/lib") ?? [];
  return folders.some((folder) => {
    const builds = join(folder, "@chdb");
    return existsSync(builds) && readdirSync(builds).length > 0;
  });
}

function say(text) {
  process.stderr.write(`tackroom: ${text}\n`);
}

module.exports = { installWasmEngineIfNeeded, say };

if (require.main === module) {
  const reason = installWasmEngineIfNeeded();
  if (reason !== undefined) {
    say(reason);
    process.exitCode = 1;
  }
}
