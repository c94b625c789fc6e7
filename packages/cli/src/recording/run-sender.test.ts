import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkOutbox } from "./check-recording.js";
import { listSpool } from "./read-spool.js";
import { readStates, type SessionState } from "./session-states.js";
import { startIngestServer, type IngestServer } from "./testing/ingest-server.js";
import { createRecorder, lineOf, linesOf, until, type Recorder } from "./testing/recorder.js";

let server: IngestServer;
let recorder: Recorder;
const ada = (): { server_url: string; access_token: string; user_id: string } => ({
  server_url: server.url,
  access_token: "token-of-ada",
  user_id: "ada",
});

beforeEach(async () => {
  server = await startIngestServer({ "token-of-ada": "ada", "token-of-bob": "bob", "key-of-ada": "ada" });
  recorder = createRecorder();
  recorder.signIn(ada());
});

afterEach(async () => {
  recorder.remove();
  await server.close();
});

const segments = (): string[] => readdirSync(join(recorder.places.outbox, "segments"));
const storedTwice = (session: string): number[] =>
  [...server.session("ada", session).stored].filter(([, times]) => times > 1).map(([index]) => index);

test("sends the lines of a session once, has them audited, and leaves nothing behind", async () => {
  recorder.write("s", ...linesOf(1234));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(1234));
  expect(storedTwice("s")).toEqual([]);
  expect(server.session("ada", "s").audits).toEqual([true]);
  expect(server.requests.map(({ body }) => (body["lines"] as string[]).length)).toEqual([500, 500, 234, 0]);
  expect(listSpool(recorder.places)).toEqual([]);
  expect(segments()).toEqual([]);
});

test("goes on where it was when the session goes on", async () => {
  recorder.write("s", ...linesOf(3));
  recorder.event("s", "Stop");
  await recorder.send();
  recorder.write("s", ...linesOf(2, 3));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(5));
  expect(server.requests.map(({ body }) => body["start_offset"])).toEqual([0, 3, 3, 5]);
});

test("does not send again what the server has, on a machine that knows nothing of the session", async () => {
  recorder.write("s", ...linesOf(10));
  recorder.event("s", "Stop");
  await recorder.send();
  rmSync(recorder.places.outbox, { recursive: true });
  recorder.write("s", lineOf(10));
  recorder.event("s", "Stop");
  server.requests.length = 0;
  await recorder.send();
  expect(server.requests.map(({ body }) => body["lines"])).toEqual([[lineOf(10)], []]);
});

test("reads by the contract's rules: no half line before the end, no blank line, no carriage return, no broken text", async () => {
  const path = recorder.transcript("s");
  writeFileSync(
    path,
    Buffer.concat([Buffer.from('{"a":1}\r\n\n  \n"'), Buffer.from([0xff]), Buffer.from('"\n{"half":')]),
  );
  recorder.event("s", "UserPromptSubmit");
  const sending = recorder.send({ idleMs: 300 });
  await until(() => server.lines("ada", "s").length === 2);
  expect(server.lines("ada", "s")).toEqual(['{"a":1}', '"\uFFFD"']);
  appendFileSync(path, "2}");
  recorder.event("s", "Stop");
  await sending;
  expect(server.lines("ada", "s")).toEqual(['{"a":1}', '"\uFFFD"', '{"half":2}']);
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("a last line that goes on after the session was complete is fixed by the next audit", async () => {
  const path = recorder.transcript("s");
  writeFileSync(path, '{"a":1}\n{"b":');
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(['{"a":1}', '{"b":']);
  appendFileSync(path, '2}\n{"c":3}\n');
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  expect(server.session("ada", "s").audits.at(-1)).toBe(true);
});

test("waits for a server that is away, and loses nothing", async () => {
  const { port } = server;
  await server.close();
  recorder.write("s", ...linesOf(700));
  recorder.event("s", "Stop");
  const sending = recorder.send();
  await until(() => listSpool(recorder.places).length === 0);
  server = await startIngestServer({ "token-of-ada": "ada" }, port);
  await sending;
  expect(server.lines("ada", "s")).toEqual(linesOf(700));
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("stores nothing twice and loses nothing when requests and answers are lost", async () => {
  const faults = ["lose-answer", "drop", "unavailable", "none", "no-acknowledgement", "none", "none"] as const;
  server.fault = (count) => faults[count % faults.length] ?? "none";
  recorder.write("s", ...linesOf(2100));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(2100));
  expect(storedTwice("s")).toEqual([]);
});

test("after a conflict drops what is acknowledged and sends the lines behind it", async () => {
  const session = server.session("ada", "s");
  ["other 0", "other 1"].forEach((line, index) => session.lines.set(index, line));
  // The checkpoint cannot be queried, so the sender starts with the first line.
  server.fault = (count) => (count === 1 ? "drop" : "none");
  session.acknowledged = 1;
  recorder.write("s", ...linesOf(5));
  recorder.event("s", "UserPromptSubmit");
  const sending = recorder.send({ idleMs: 60_000 });
  await until(() => session.acknowledged === 4);
  expect(server.lines("ada", "s")).toEqual(["other 0", "other 1", lineOf(2), lineOf(3), lineOf(4)]);
  recorder.stop();
  await sending;
});

test("one line that the server refuses holds up no other, and is audited as its stand-in", async () => {
  server.refuses = (line) => line.includes("poison");
  const lines = [...linesOf(300), lineOf(300, "poison"), ...linesOf(200, 301)];
  recorder.write("s", ...lines);
  recorder.event("s", "Stop");
  await recorder.send();
  const stored = server.lines("ada", "s");
  expect(stored).toHaveLength(501);
  expect(JSON.parse(stored[300] ?? "")).toEqual({
    type: "tackroom.refused",
    bytes: Buffer.byteLength(lines[300] ?? ""),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect(stored.toSpliced(300, 1)).toEqual(lines.toSpliced(300, 1));
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("halves what is too large, and cuts the texts of a line over 1 MiB", async () => {
  server.maxBytes = 300_000;
  const big = lineOf(1, "y".repeat(1024 * 1024));
  const lines = [lineOf(0), big, ...Array.from({ length: 20 }, (_, at) => lineOf(2 + at, "z".repeat(40_000)))];
  recorder.write("s", ...lines);
  recorder.event("s", "Stop");
  await recorder.send();
  const stored = server.lines("ada", "s");
  const { type } = JSON.parse(big) as { type: string };
  expect(JSON.parse(stored[1] ?? "")).toMatchObject({
    type,
    tackroom: { oversize: { bytes: Buffer.byteLength(big) } },
  });
  expect(stored.toSpliced(1, 1)).toEqual(lines.toSpliced(1, 1));
  expect(server.session("ada", "s").audits).toEqual([true]);
});

const stateOf = (session: string): SessionState | undefined =>
  readStates(recorder.places.outbox).find(({ key }) => key.session === session);

test.each([
  ["a stand-in", 422],
  ["400", 400],
  ["415", 415],
])("%s that is rejected leaves out one line, and those behind it arrive", async (_name, refusal) => {
  server.refusal = refusal;
  server.refuses = (line) => line.includes("poison") || line.includes("tackroom.refused");
  const lines = [...linesOf(40), lineOf(40, "poison"), ...linesOf(60, 41)];
  recorder.write("s", ...lines);
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(lines.toSpliced(40, 1));
  expect(stateOf("s")).toMatchObject({
    acknowledged: 39,
    open: false,
    integrity: `line 40 was rejected (HTTP ${refusal}) and skipped`,
  });
  // The session continues normally.
  recorder.write("s", ...linesOf(5, 101));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual([...lines.toSpliced(40, 1), ...linesOf(5, 101)]);
  expect(server.requests.length).toBeLessThan(40);
  // No line after the gap was sent twice.
  expect(Math.max(...server.session("ada", "s").stored.values())).toBe(1);
});

test("a session of which line after line is rejected is quarantined, and other sessions go on", async () => {
  server.refuses = (line) => line.includes("poison") || line.includes("tackroom.refused");
  recorder.write("bad", lineOf(0), ...Array.from({ length: 200 }, (_, at) => lineOf(1 + at, "poison")));
  recorder.write("good", ...linesOf(3));
  recorder.event("bad", "Stop");
  recorder.event("good", "Stop");
  await recorder.send();
  expect(server.lines("ada", "good")).toEqual(linesOf(3));
  expect(stateOf("bad")).toMatchObject({ acknowledged: 0, quarantine: "HTTP 422" });
  expect(server.requests.length).toBeLessThan(40);
});

test("replays what an audit finds wrong, once", async () => {
  recorder.write("s", ...linesOf(20));
  recorder.event("s", "UserPromptSubmit");
  const sending = recorder.send({ idleMs: 200 });
  await until(() => server.session("ada", "s").acknowledged === 19);
  server.session("ada", "s").lines.set(7, "damaged");
  await sending;
  expect(server.session("ada", "s").audits).toEqual([false, true]);
  expect(server.lines("ada", "s")).toEqual(linesOf(20));
});

test("a session that stays wrong after its repair is reported and not sent forever", async () => {
  const session = server.session("ada", "s");
  const set = session.lines.set.bind(session.lines);
  session.lines.set = (index, line) => set(index, index === 1 ? "always damaged" : line);
  recorder.write("s", ...linesOf(3));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(session.audits).toEqual([false, false]);
  expect(readStates(recorder.places.outbox)[0]).toMatchObject({
    open: false,
    integrity: expect.stringMatching("line 0") as string,
  });
});

test("a raised generation is followed from the line behind the checkpoint", async () => {
  recorder.write("s", ...linesOf(10));
  recorder.event("s", "UserPromptSubmit");
  const sending = recorder.send({ idleMs: 300 });
  const session = server.session("ada", "s");
  await until(() => session.acknowledged === 9);
  // A repair by another client.
  Object.assign(session, { acknowledged: 3, generation: 1 });
  session.confirmed.clear();
  recorder.write("s", ...linesOf(2, 10));
  await until(() => session.acknowledged === 11);
  await sending;
  expect(server.lines("ada", "s")).toEqual(linesOf(12));
  expect(session.audits).toEqual([true]);
});

test("an event that cannot be recorded stays with the reason, delays no other one, and keeps no sender at work", async () => {
  recorder.event("s", "Stop");
  const [entry = ""] = listSpool(recorder.places);
  const content = readFileSync(entry);
  rmSync(entry);
  mkdirSync(entry);
  recorder.write("t", ...linesOf(3));
  recorder.event("t", "Stop");
  await recorder.send();
  expect(server.lines("ada", "t")).toEqual(linesOf(3));
  expect(listSpool(recorder.places)).toEqual([entry]);
  const [finding] = checkOutbox(recorder.cli, Date.now()).filter(({ what }) => what === "spool");
  expect(finding).toMatchObject({ state: "wrong", says: expect.stringContaining("EISDIR") });
  rmSync(entry, { recursive: true });
  writeFileSync(entry, content);
  recorder.write("s", ...linesOf(2));
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(2));
  expect(readdirSync(recorder.places.spool)).toEqual([]);
});
