import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { hookScript } from "./hook-script.js";
import { listSpool, readSpool } from "./read-spool.js";
import { startIngestServer, type IngestServer } from "./testing/ingest-server.js";
import { installTack } from "./testing/installed-tack.js";
import { createRecorder, lineOf, linesOf, until, type Recorder } from "./testing/recorder.js";

let installed: { folder: string; tack: string };
let recorder: Recorder;
let server: IngestServer;
const started = new Set<number>();

beforeAll(async () => {
  installed = await installTack();
});
afterAll(() => rmSync(installed.folder, { recursive: true }));

beforeEach(async () => {
  server = await startIngestServer({ "token-of-ada": "ada", "key-of-ci": "ci" });
  recorder = createRecorder();
  recorder.signIn({ server_url: server.url, access_token: "token-of-ada", user_id: "ada" });
  writeFileSync(recorder.places.script, hookScript({ node: process.execPath, tack: installed.tack }), { mode: 0o755 });
});

afterEach(async () => {
  for (const pid of senders()) if (!started.has(pid)) await ended(pid);
  recorder.remove();
  await server.close();
});

const senders = (): number[] => {
  const path = join(recorder.cli.home, "senders");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").map(Number) : [];
};

async function ended(pid: number): Promise<void> {
  try {
    for (;;) {
      process.kill(pid, 0);
      await sleep(10);
    }
  } catch {
    started.add(pid);
  }
}

const environment = (more: object = {}): NodeJS.ProcessEnv => ({
  HOME: recorder.cli.home,
  PATH: process.env["PATH"],
  ...more,
});
const eventOf = (session: string, name = "Stop"): string =>
  JSON.stringify({ session_id: session, hook_event_name: name, transcript_path: recorder.transcript(session) });

const shell = (args: readonly string[], input: string, more: object = {}): SpawnSyncReturns<string> =>
  spawnSync(recorder.places.script, args, { input, env: environment(more), encoding: "utf8" });
const portable = (args: readonly string[], input: string, more: object = {}): SpawnSyncReturns<string> => {
  const [harness = "", event = ""] = args;
  const words = [installed.tack, "hook", "--harness", harness, "--event", event];
  return spawnSync(process.execPath, words, { input, env: environment(more), encoding: "utf8" });
};

/** A lock of a sender that looks alive, so that nothing is sent meanwhile. */
function pretendSender(): void {
  writeFileSync(recorder.places.lock, `${process.pid} test\n`);
  utimesSync(recorder.places.lock, new Date(), new Date(Date.now() + 3_600_000));
}

for (const [kind, hook] of [
  ["the script", shell],
  ["tack hook", portable],
] as const) {
  test(`${kind} keeps the event with what it was recorded for, and says nothing`, () => {
    pretendSender();
    const result = hook(["claude-code"], eventOf("s"), { TACK_PROJECT: "shop", TACK_AGENT_ID: "a1" });
    expect(result).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readSpool(recorder.places)).toEqual([
      expect.objectContaining({
        destination: { server: server.url, user: "ada" },
        harness: "claude-code",
        project: "shop",
        agent: "a1",
        payload: JSON.parse(eventOf("s")) as object,
      }),
    ]);
  });

  test(`${kind} prints what the harness wants to read`, () => {
    pretendSender();
    const outputOf = (harness: string, event: string): string => hook([harness, event], "{}").stdout;
    expect(outputOf("antigravity", "Stop")).toBe('{"decision":""}\n');
    expect(outputOf("antigravity", "PreInvocation")).toBe("{}\n");
    expect(outputOf("gemini-cli", "")).toBe("{}\n");
    expect(outputOf("cline", "")).toBe("{}\n");
    expect(outputOf("codex", "")).toBe("");
  });

  test(`${kind} succeeds where nothing can be written, read or recorded`, () => {
    pretendSender();
    const quiet = { status: 0, stdout: "{}\n", stderr: "" };
    expect(hook(["cline"], eventOf("s"), { HOME: "/nowhere/at/all" })).toMatchObject(quiet);
    expect(hook(["cline"], eventOf("s"), { HOME: "" })).toMatchObject({ status: 0, stdout: "{}\n" });
    // Nothing can be created in a spool that is not a folder.
    rmSync(recorder.places.spool, { recursive: true, force: true });
    writeFileSync(recorder.places.spool, "not a folder");
    expect(hook(["cline"], "x".repeat(300_000))).toMatchObject(quiet);
    rmSync(recorder.places.config);
    expect(hook(["cline"], eventOf("s"))).toMatchObject(quiet);
  });

  test(`${kind} starts a sender, which delivers`, async () => {
    recorder.write("s", ...linesOf(3));
    expect(hook(["claude-code"], eventOf("s")).status).toBe(0);
    await until(() => server.session("ada", "s").audits.length === 1);
    expect(server.lines("ada", "s")).toEqual(linesOf(3));
  });

  test(`${kind} starts a sender where the last one was killed, also when its number belongs to another process`, async () => {
    recorder.write("s", lineOf(0));
    writeFileSync(recorder.places.lock, `${process.pid} gone\n`);
    utimesSync(recorder.places.lock, new Date(), new Date(Date.now() - 1000));
    hook(["claude-code"], eventOf("s"));
    await until(() => server.session("ada", "s").audits.length === 1);
  });

  test(`${kind} starts a sender where the process that was starting one was killed`, async () => {
    recorder.write("s", lineOf(0));
    writeFileSync(recorder.places.starting, `${spawnSync("true").pid}\n`);
    hook(["claude-code"], eventOf("s"));
    await until(() => server.session("ada", "s").audits.length === 1);
    await until(() => !existsSync(recorder.places.lock));
    // A number that stays there would soon belong to another process, and nothing would be sent.
    expect(readdirSync(recorder.places.root).filter((name) => name.startsWith("sender."))).toEqual([]);
    expect(listSpool(recorder.places)).toEqual([]);
  });
}

test("a key of the environment is another account than the saved one, and is never written down", async () => {
  const env = { TACK_API_KEY: "key-of-ci", TACK_SERVER_URL: server.url };
  recorder.write("s", lineOf(0));
  pretendSender();
  shell(["claude-code"], eventOf("s"), env);
  const [entry] = listSpool(recorder.places);
  expect(readFileSync(entry ?? "", "utf8")).not.toContain("key-of-ci");
  rmSync(recorder.places.lock);
  await recorder.send();
  expect(server.requests).toEqual([]);
  shell(["claude-code"], eventOf("s"), env);
  await until(() => server.session("ci", "s").audits.length > 0);
  expect(new Set(server.requests.map(({ user }) => user))).toEqual(new Set(["ci"]));
});

test("the script leaves to Node what it cannot read: a config.json in one line", () => {
  pretendSender();
  const config = { server_url: server.url, access_token: "t", user_id: "ada" };
  writeFileSync(recorder.places.config, JSON.stringify(config));
  shell(["claude-code"], eventOf("s"));
  expect(readSpool(recorder.places)[0]?.destination).toEqual({ server: server.url, user: "ada" });
});

test("the name of a pending entry is not reused", () => {
  pretendSender();
  // exec keeps the process ID, so the script would choose the name of the existing entry.
  const taken = `mkdir -p "$HOME/.tackroom/spool"; echo old > "$HOME/.tackroom/spool/$$.0.event"; exec "$HOME/.tackroom/hook" claude-code`;
  spawnSync("sh", ["-c", taken], { input: eventOf("s"), env: environment() });
  const contents = listSpool(recorder.places).map((path) => readFileSync(path, "utf8"));
  expect(contents).toHaveLength(2);
  expect(contents).toContain("old\n");
});

test("a thousand hooks at once lose nothing and tear nothing, and start few senders", async () => {
  const folder = join(recorder.cli.home, "events");
  mkdirSync(folder);
  for (let at = 0; at < 1000; at += 1) {
    writeFileSync(
      join(folder, String(at)),
      JSON.stringify({ session_id: `s${at}`, hook_event_name: "Stop", pad: "p".repeat(9000) }),
    );
  }
  const loop = `for i in $(seq 0 999); do "$HOME/.tackroom/hook" opencode < "$HOME/events/$i" & done; wait`;
  const child = spawn("sh", ["-c", loop], { env: environment(), stdio: "ignore" });
  await once(child, "exit");
  await until(() => server.hookEvents.length >= 1000);
  const seen = server.hookEvents.map(({ event }) => `${String(event["session_id"])} ${String(event["pad"]).length}`);
  expect(new Set(seen).size).toBe(1000);
  expect(seen).toHaveLength(1000);
  // A sender that ends while hooks still come is followed by another one: how often that happens depends on the machine.
  expect(senders().length).toBeLessThan(20);
});

test("nothing is lost, and nothing stored twice, when the sender is killed again and again", async () => {
  const count = 6000;
  recorder.write("s", ...linesOf(count));
  let killed = 0;
  while (server.session("ada", "s").audits.at(-1) !== true) {
    recorder.event("s", "Stop");
    const child = spawn(process.execPath, [installed.tack, "send"], { env: environment(), stdio: "ignore" });
    const exited = once(child, "exit");
    // Killed a little later each time.
    const requests = server.requests.length;
    if (killed < 15) {
      const enough = 1 + (killed % 3);
      await Promise.race([exited, until(() => server.requests.length >= requests + enough), sleep(100 + 40 * killed)]);
      child.kill("SIGKILL");
      killed += 1;
    }
    await exited;
  }
  expect(killed).toBeGreaterThan(3);
  expect(server.lines("ada", "s")).toEqual(linesOf(count));
  expect([...server.session("ada", "s").stored.values()].filter((times) => times > 1)).toEqual([]);
});

test("of two senders one gives way", async () => {
  recorder.write("s", ...linesOf(2));
  recorder.event("s", "Stop");
  await Promise.all([recorder.send(), recorder.send(), recorder.send()]);
  expect(server.requests).toHaveLength(2);
  expect(existsSync(recorder.places.lock)).toBe(false);
});
