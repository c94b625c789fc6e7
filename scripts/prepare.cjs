"use strict";
// Brings a fresh clone to the point where the code can run: no dependencies here, since none may be installed yet.
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readFileSync, readdirSync, statSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { installWasmEngineIfNeeded, say } = require("../packages/server/wasm-engine/install.cjs");

const ROOT = join(__dirname, "..");
const INSTALL_STAMP = join(ROOT, "node_modules", ".tackroom-lock");
const OLDEST_NODE = [20, 19];

function prepare() {
  checkNode();
  installIfNeeded();
  const reason = installWasmEngineIfNeeded();
  if (reason !== undefined) stop(reason);
  buildIfNeeded();
  buildWebIfNeeded();
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

function digestOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function stampSays(path, wanted) {
  return existsSync(path) && readFileSync(path, "utf8") === wanted;
}

const BUILD_STEPS = ["transpile", "bundle-cli", "bundle-server"];
const BUILD_STAMP = join(ROOT, "node_modules", ".tackroom-build");

/** JavaScript without a look at types, which `npm run check` checks: a first start takes seconds instead of a minute. */
function buildIfNeeded() {
  const inputs = ["tsconfig.base.json", "packages", "bench"].map((name) => join(ROOT, name));
  if (Math.max(...inputs.map(newestSource)) <= modifiedAt(BUILD_STAMP)) return;
  say("Building …");
  for (const step of BUILD_STEPS) {
    run(process.execPath, [join(ROOT, "tools", `${step}.mjs`)], "The build failed; see the errors above.");
  }
  writeFileSync(BUILD_STAMP, "");
}

/** The web app is made of its own sources and of what the contract calls its endpoints. */
function buildWebIfNeeded() {
  const web = join(ROOT, "packages", "web");
  const inputs = [web, join(ROOT, "packages", "contract", "src", "endpoint-table.ts")];
  if (Math.max(...inputs.map(newestSource)) <= modifiedAt(join(web, "dist", "index.html"))) return;
  say("Building the web app …");
  const bundler = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  run(
    process.execPath,
    [bundler, "build", web, "--logLevel", "warn"],
    "The web app could not be built; see the errors above.",
    // Vitest sets another, with which React would be built twice as large.
    { env: { ...process.env, NODE_ENV: "production" } },
  );
}

function newestSource(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !/^(node_modules|dist|dist-test|dist-types|migrations|assets)$/.test(name))
    .filter((child) => child.isDirectory() || /(?<!\.test)\.(css|html|js|json|svg|ts|tsx)$/.test(child.name))
    .map(({ name }) => newestSource(join(path, name)))
    .reduce((a, b) => Math.max(a, b), 0);
}

function modifiedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function run(command, args, complaint, options = {}) {
  const { status } = spawnSync(command, args, { cwd: ROOT, ...options, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) stop(complaint);
}

function stop(reason) {
  say(reason);
  process.exit(1);
}

module.exports = { buildWebIfNeeded, prepare, ROOT };
