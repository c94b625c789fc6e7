import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createIngestClient } from "./ingest-client.js";
import { openOutbox } from "./outbox.js";
import { readSpool } from "./read-spool.js";
import { recordEntry } from "./record-events.js";
import { createRounds } from "./send-round.js";
import { TIMES } from "./sender-times.js";
import { readStates } from "./session-states.js";
import { createExporter } from "./stores/export-sessions.js";
import { startIngestServer, type IngestServer } from "./testing/ingest-server.js";
import { installTack } from "./testing/installed-tack.js";
import { createRecorder, linesOf, until, type Recorder } from "./testing/recorder.js";

let installed: Awaited<ReturnType<typeof installTack>>;
let server: IngestServer;
let recorder: Recorder;

beforeAll(async () => {
  installed = await installTack();
});
afterAll(() => rmSync(installed.folder, { recursive: true }));
beforeEach(async () => {
  server = await startIngestServer({ "token-of-ada": "ada" });
  recorder = createRecorder();
  recorder.signIn({ server_url: server.url, access_token: "token-of-ada", user_id: "ada" });
});
afterEach(async () => {
  recorder.remove();
  await server.close();
});

test("an hour without a server costs few attempts, and ends with everything delivered", async () => {
  const { cli, places } = recorder;
  for (const session of ["a", "b", "c"]) {
    recorder.write(session, ...linesOf(5));
    recorder.event(session, "Stop");
  }
  let now = Date.now();
  let asked = 0;
  server.fault = () => {
    asked += 1;
    return "unavailable";
  };
  const outbox = openOutbox(places.outbox, now);
  const exporter = createExporter(cli);
  for (const entry of readSpool(places)) recordEntry({ ground: cli, outbox, exporter }, entry);
  const lock = { isOurs: () => true, release: () => undefined };
  const ingest = createIngestClient(cli);
  const round = createRounds({ outbox, ingest, lock, times: TIMES, exporter }, () => now);
  const hour = now + 3_600_000;
  for (; now < hour; now += 5_000) expect(await round()).toBe(true);
  // Each attempt sends at most two requests for one of the sessions: after 1, 2, 4 … s, then every few minutes.
  expect(asked).toBeGreaterThan(12);
  expect(asked).toBeLessThan(80);
  const [waiting] = readStates(places.outbox).filter(({ wait }) => wait !== undefined);
  expect(waiting?.wait).toMatchObject({ reason: "HTTP 503" });
  expect((waiting?.wait?.until ?? 0) - now).toBeLessThanOrEqual(TIMES.maxWaitMs);

  server.fault = () => "none";
  const end = now + TIMES.maxWaitMs + 10_000;
  for (; now < end; now += 5_000) await round();
  for (const session of ["a", "b", "c"]) {
    expect(server.lines("ada", session)).toEqual(linesOf(5));
    expect(server.session("ada", session).audits).toEqual([true]);
  }
});

test.each([
  ["before it sends", false],
  ["while it sends", true],
])("a sender that another has taken over from %s leaves the reason why a session waits", async (_, begins) => {
  const { cli, places } = recorder;
  recorder.write("s", ...linesOf(2));
  recorder.event("s", "Stop");
  let now = Date.now();
  let isOurs = true;
  const outbox = openOutbox(places.outbox, now);
  const exporter = createExporter(cli);
  for (const entry of readSpool(places)) recordEntry({ ground: cli, outbox, exporter }, entry);
  const lock = { isOurs: () => isOurs, release: () => undefined };
  const round = createRounds({ outbox, ingest: createIngestClient(cli), lock, times: TIMES, exporter }, () => now);
  const reasons = () => readStates(places.outbox).map(({ wait }) => wait?.reason);
  server.fault = () => "unavailable";
  await round();
  expect(reasons()).toEqual(["HTTP 503"]);

  now += TIMES.maxWaitMs;
  isOurs = begins;
  server.fault = () => {
    isOurs = false;
    return "drop";
  };
  await round();
  expect([isOurs, reasons()]).toEqual([false, ["HTTP 503"]]);
});

test("a sender outlives its server: what was recorded meanwhile arrives, once", async () => {
  const env = { HOME: recorder.cli.home, PATH: process.env["PATH"] };
  recorder.write("s", ...linesOf(100));
  recorder.event("s", "UserPromptSubmit");
  const sender = spawn(process.execPath, [installed.tack, "send"], { env, stdio: "ignore" });
  const exited = once(sender, "exit");
  await until(() => server.session("ada", "s").acknowledged === 99);
  const before = server.session("ada", "s");
  const { port } = server;
  await server.close();
  recorder.write("s", ...linesOf(900, 100));
  recorder.event("s", "Stop");
  await until(() => readStates(recorder.places.outbox).some(({ wait }) => wait !== undefined));
  await sleep(200);
  expect(sender.exitCode).toBeNull();
  server = await startIngestServer({ "token-of-ada": "ada" }, port);
  server.sessions.set("ada s", before);
  await exited;
  expect(server.lines("ada", "s")).toEqual(linesOf(1000));
  expect(server.session("ada", "s").audits.at(-1)).toBe(true);
  expect([...server.session("ada", "s").stored.values()].filter((times) => times > 1)).toEqual([]);
  expect(readStates(recorder.places.outbox)[0]).not.toHaveProperty("wait");
});
