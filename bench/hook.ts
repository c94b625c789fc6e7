// What recording costs the person in whose session it runs, against the start of Node in the same run, with a server that
// does not answer. Aims: the shell hook at most 0.2, `tack hook` at most 1.5.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROUNDS = 60;
const WARM = 5;

const cli = fileURLToPath(new URL("../../packages/cli/", import.meta.url));
const tack = join(cli, "bin", "tack.cjs");
const { hookScript } = (await import(pathToFileURL(join(cli, "dist", "recording", "hook-script.js")).href)) as {
  hookScript: (program: { node: string; tack: string }) => string;
};

const home = mkdtempSync(join(tmpdir(), "tack-bench-hook-"));
const root = join(home, ".tackroom");
mkdirSync(join(root, "spool"), { recursive: true });
const script = join(root, "hook");
writeFileSync(script, hookScript({ node: process.execPath, tack }), { mode: 0o755 });
// Nothing listens there.
const config = { server_url: "http://127.0.0.1:9", access_token: "t", user_id: "6f1c1a0e-0000-4000-8000-000000000000" };
writeFileSync(join(root, "config.json"), `${JSON.stringify(config, null, 2)}\n`);
// As while a sender runs, which is nearly always: this process stands in for it.
const lock = join(root, "sender.lock");
writeFileSync(lock, `${process.pid} bench\n`);
utimesSync(lock, new Date(), new Date(Date.now() + 3_600_000));

const event = JSON.stringify({ session_id: "s", hook_event_name: "PostToolUse", tool_response: "x".repeat(20_000) });

function milliseconds(program: string, args: readonly string[]): number {
  const begun = performance.now();
  const { status } = spawnSync(program, args, { input: event, env: { HOME: home, PATH: process.env["PATH"] ?? "" } });
  const took = performance.now() - begun;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${String(status)}`);
  return took;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const took: Record<"node" | "shell" | "tack", number[]> = { node: [], shell: [], tack: [] };
for (let round = 0; round < ROUNDS + WARM; round += 1) {
  const times = {
    node: milliseconds(process.execPath, ["-e", "0"]),
    shell: milliseconds(script, ["claude-code"]),
    tack: milliseconds(process.execPath, [tack, "hook", "--harness", "claude-code"]),
  };
  if (round < WARM) continue;
  for (const name of ["node", "shell", "tack"] as const) took[name].push(times[name]);
}
const recorded = readdirSync(join(root, "spool")).filter((name) => name.endsWith(".event")).length;
if (recorded !== 2 * (ROUNDS + WARM)) throw new Error(`${recorded} events were recorded of ${2 * (ROUNDS + WARM)}`);
rmSync(home, { recursive: true });

const [node, shell, portable] = [median(took.node), median(took.shell), median(took.tack)];
console.log(`node -e 0: ${node.toFixed(1)} ms`);
console.log(`shell hook: ${(shell / node).toFixed(2)} of node -e 0 (${shell.toFixed(1)} ms; aim at most 0.20)`);
console.log(`tack hook: ${(portable / node).toFixed(2)} of node -e 0 (${portable.toFixed(1)} ms; aim at most 1.50)`);
