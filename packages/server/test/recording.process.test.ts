import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { runServer } from "./run-server.js";
import { answer, prompt, UNREADABLE } from "./session-lines.js";
import { initialisedDirectory, temporaryDirectory } from "./temporary.js";

const LINES = 4000;
const OVERSIZE_AT = 1234;
const MAY_TAKE_MS = 240_000;

/** The client's sender and hook as one finds them installed; only the sender's patience is shorter. */
async function installClient(): Promise<string> {
  const folder = temporaryDirectory();
  const client = fileURLToPath(new URL("../../cli/", import.meta.url));
  for (const [entry, name] of [
    ["hook-main.ts", "hook.cjs"],
    ["recording/testing/tack-main.ts", "tack.cjs"],
  ] as const) {
    const outfile = join(folder, "bundle", name);
    await build({ entryPoints: [join(client, "src", entry)], outfile, bundle: true, platform: "node", format: "cjs" });
  }
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "tack.cjs"), readFileSync(join(client, "bin", "tack.cjs")));
  return join(folder, "bin", "tack.cjs");
}

const lineAt = (index: number): string => {
  if (index === OVERSIZE_AT) return prompt("o".repeat(1024 * 1024));
  if (index % 50 === 7) return `${UNREADABLE} ${index}`;
  return index % 2 === 0 ? prompt(`p${index}`) : answer(`a${index}`, `m${index}`, 3);
};

interface Known {
  readonly open: boolean;
  readonly integrity?: string;
  readonly quarantine?: string;
}

function knownSession(home: string): Known | undefined {
  const folder = join(home, ".tackroom", "outbox", "sessions");
  const [name] = existsSync(folder) ? readdirSync(folder) : [];
  return name === undefined ? undefined : (JSON.parse(readFileSync(join(folder, name), "utf8")) as Known);
}

test(
  "a session arrives once and whole though sender and server are killed while it is sent",
  async () => {
    const tack = await installClient();
    const env = { DATA_DIR: initialisedDirectory() };
    let server = runServer(env);
    const address = await server.ready;
    const port = new URL(address).port;
    const signIn = await fetch(`${address}/api/v1/auth/bootstrap`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com" }),
    });
    const { access_token, user } = (await signIn.json()) as { access_token: string; user: { id: string } };
    const headers = { authorization: `Bearer ${access_token}` };

    const home = temporaryDirectory();
    mkdirSync(join(home, ".tackroom"), { recursive: true });
    const config = { server_url: address, access_token, user_id: user.id };
    writeFileSync(join(home, ".tackroom", "config.json"), JSON.stringify(config, null, 2));
    const transcript = join(home, ".claude", "projects", "-w", "s1.jsonl");
    mkdirSync(join(transcript, ".."), { recursive: true });
    const lines = Array.from({ length: LINES }, (_, index) => lineAt(index));
    writeFileSync(transcript, lines.map((line) => `${line}\n`).join(""));

    const clientEnv = { HOME: home, PATH: process.env["PATH"] ?? "" };
    const event = JSON.stringify({ session_id: "s1", hook_event_name: "Stop", transcript_path: transcript });
    const killed = new Set<number>();
    for (let turn = 0; turn < 12; turn += 1) {
      const hook = spawnSync(process.execPath, [tack, "hook", "--harness", "claude-code"], {
        input: event,
        env: clientEnv,
      });
      expect(hook.status).toBe(0);
      const sender = spawn(process.execPath, [tack, "send"], { env: clientEnv, stdio: "ignore" });
      const ended = once(sender, "exit");
      await Promise.race([ended, sleep(150 + turn * 100)]);
      // Also the one that the hook has started.
      const started = startedSenders(home);
      sender.kill("SIGKILL");
      for (const pid of started.filter((each) => !killed.has(each))) kill(pid);
      for (const pid of started) killed.add(pid);
      await ended;
      if (turn % 4 !== 2) continue;
      server.child.kill("SIGKILL");
      await server.ended;
      server = runServer({ ...env, PORT: port });
      if (turn > 3) await server.ready;
    }
    await server.ready;
    // A killed process may look alive until it is reaped, so one hook alone might not start the next sender.
    while (knownSession(home)?.open !== false) {
      spawnSync(process.execPath, [tack, "hook", "--harness", "claude-code"], { input: event, env: clientEnv });
      await sleep(1500);
    }
    expect(knownSession(home)).not.toHaveProperty("integrity");
    expect(knownSession(home)).not.toHaveProperty("quarantine");

    const stored: { line: number; raw: string }[] = [];
    for (let page = [{}]; page.length > 0;) {
      const from = stored.length;
      const answered = await fetch(`${address}/api/v1/sessions/s1/lines?limit=200&from=${from}`, { headers });
      page = (await answered.json()) as object[];
      stored.push(...(page as typeof stored));
    }
    expect(stored.map(({ line }) => line)).toEqual(lines.map((_, index) => index));
    const oversize = { bytes: Buffer.byteLength(lineAt(OVERSIZE_AT)) };
    expect(JSON.parse(stored[OVERSIZE_AT]?.raw ?? "")).toMatchObject({ tackroom: { oversize }, type: "user" });
    expect(stored.map(({ raw }) => raw).toSpliced(OVERSIZE_AT, 1)).toEqual(lines.toSpliced(OVERSIZE_AT, 1));
  },
  MAY_TAKE_MS,
);

/** Each sender has left its number. */
function startedSenders(home: string): number[] {
  const path = join(home, "senders");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").map(Number) : [];
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had ended.
  }
}
