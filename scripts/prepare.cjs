"use strict";
// Brings a fresh clone to the point where the code can run: no dependencies here, since none may be installed yet.
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readFileSync, readdirSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const ROOT = join(__dirname, "..");
const INSTALL_STAMP = join(ROOT, "node_modules", ".tackroom-lock");
const WASM_ENGINE = join(ROOT, "packages", "server", "wasm-engine");
const OLDEST_NODE = [20, 19];

/** `projects`: what to build, as folders with a tsconfig.json. */
function prepare(projects) {
  checkNode();
  installIfNeeded();
  installWasmEngineIfNeeded();
  buildIfNeeded(projects);
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  stop(`Tackroom needs Node.js ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

/** Installed are what our stamp says, or what someone installed by hand after the lockfile last changed. */
function installIfNeeded() {
  const lockfile = join(ROOT, "package-lock.json");
  const wanted = digestOf(lockfile);
  if (stampSays(INSTALL_STAMP, wanted)) return;
  const byHand = modifiedAt(join(ROOT, "node_modules", ".package-lock.json")) > modifiedAt(lockfile);
  // A checkout makes the lockfile look newer without changing it; the stamp remembers what it said.
  if (byHand) {
    writeFileSync(INSTALL_STAMP, wanted);
    return;
  }
  say("Installing dependencies (only when they change; about a minute the first time) …");
  run(
    "npm",
    ["ci", "--no-audit", "--no-fund"],
    "The dependencies could not be installed. Is the npm registry reachable?",
  );
  writeFileSync(INSTALL_STAMP, wanted);
}

/** The embedded analytical store has native builds for few platforms; npm leaves out those of others. */
function installWasmEngineIfNeeded() {
  const builds = join(ROOT, "node_modules", "@chdb");
  if (existsSync(builds) && readdirSync(builds).length > 0) return;
  const wanted = digestOf(join(WASM_ENGINE, "package-lock.json"));
  const stamp = join(WASM_ENGINE, "node_modules", ".tackroom-lock");
  if (stampSays(stamp, wanted)) return;
  say(`There is no native chDB for ${process.platform}-${process.arch}: installing it as WebAssembly (100 MB, once) …`);
  run(
    "npm",
    ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"],
    "chDB as WebAssembly could not be installed. Is the npm registry reachable? With CLICKHOUSE_URL it is not needed.",
    WASM_ENGINE,
  );
  writeFileSync(stamp, wanted);
}

function digestOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function stampSays(path, wanted) {
  return existsSync(path) && readFileSync(path, "utf8") === wanted;
}

/** The compiler would find out by itself that there is nothing to do, but takes longer over it than this look. */
function buildIfNeeded(projects) {
  const stamp = join(
    ROOT,
    "node_modules",
    `.tackroom-build-${createHash("sha256").update(projects.join()).digest("hex")}`,
  );
  const inputs = ["tsconfig.base.json", "packages", "bench"].map((name) => join(ROOT, name));
  if (Math.max(...inputs.map(newestSource)) <= modifiedAt(stamp)) return;
  say("Building …");
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  run(process.execPath, [compiler, "-b", ...projects], "The build failed; see the errors above.");
  run(process.execPath, [join(ROOT, "tools", "bundle-cli.mjs")], "tack could not be bundled; see the errors above.");
  writeFileSync(stamp, "");
}

function newestSource(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|dist-test|migrations|assets|public)$/.test(name))
    .filter((child) => child.isDirectory() || /\.(ts|tsx|json)$/.test(child.name))
    .map(({ name }) => newestSource(join(path, name)))
    .reduce((a, b) => Math.max(a, b), 0);
}

function modifiedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function run(command, args, complaint, cwd = ROOT) {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) stop(complaint);
}

function say(text) {
  process.stderr.write(`tackroom: ${text}\n`);
}

function stop(reason) {
  say(reason);
  process.exit(1);
}

module.exports = { prepare, ROOT };
