// Everything a change must pass besides its tests, for people and CI alike: npm run check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const installed = (tool) => join(root, "node_modules/.bin", tool);

const STEPS = [
  { name: "format", run: [installed("oxfmt"), "--check", "."], hint: "npm run format" },
  { name: "lint", run: [installed("oxlint"), "--type-aware", "--deny-warnings"] },
  { name: "types", run: [installed("tsc"), "-b"] },
  { name: "boundaries", run: [process.execPath, "tools/check-boundaries.mjs"] },
  { name: "words", run: [process.execPath, "tools/check-words.mjs"] },
  { name: "dead code", run: [installed("knip"), "--no-progress", "--no-config-hints"] },
  { name: "generated files", run: [process.execPath, "tools/generate.mjs", "--check"], hint: "npm run generate" },
];

function runStep({ name, run: [command, ...args], hint }) {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  const passed = status === 0;
  console.log(`${passed ? "ok  " : "FAIL"}  ${name.padEnd(16)} ${seconds(started)}`);
  if (!passed) {
    const output = [stdout, stderr, error?.message, hint && `To fix it: ${hint}`];
    console.log(`\n${output.filter(Boolean).join("\n").trim()}\n`);
  }
  return passed;
}

function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

function check() {
  if (!existsSync(join(root, "node_modules"))) {
    console.error("Dependencies are not installed. Run `npm ci` first.");
    return 1;
  }
  const started = performance.now();
  const failed = STEPS.filter((step) => !runStep(step)).map((step) => step.name);
  console.log(`\n${failed.length === 0 ? "All passed" : `Failed: ${failed.join(", ")}`} in ${seconds(started)}`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = check();
