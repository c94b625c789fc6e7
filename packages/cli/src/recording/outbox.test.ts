import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openOutbox } from "./outbox.js";
import { createRecorder, lineOf, linesOf, type Recorder } from "./testing/recorder.js";

const KEY = { server: "http://s", user: "ada", project: "default", harness: "claude-code", session: "s" };
const LIMIT = 40_000;
let recorder: Recorder;

beforeEach(() => {
  recorder = createRecorder();
});
afterEach(() => recorder.remove());

test("a full outbox stops reading, evicts nothing, and goes on when something has arrived", () => {
  recorder.write("s", ...linesOf(3000));
  const outbox = openOutbox(recorder.places.outbox, 0, { maxBytes: LIMIT });
  const state = outbox.states.of(KEY, recorder.transcript("s"));
  outbox.collect(state);
  const first = state.nextLine;
  expect(outbox.isFull).toBe(true);
  expect(first).toBeLessThan(3000);
  outbox.collect(state);
  expect(state.nextLine).toBe(first);
  expect(outbox.pending(state).reduce((sum, { head }) => sum + head.count, 0)).toBe(first);
  state.acknowledged = first - 1;
  outbox.prune();
  outbox.collect(state);
  expect(outbox.pending(state)[0]?.head.start).toBe(first);
});

test("what was appended is there again in another process, numbered on", () => {
  recorder.write("s", ...linesOf(600));
  const before = openOutbox(recorder.places.outbox, 0);
  before.collect(before.states.of(KEY, recorder.transcript("s")));
  const after = openOutbox(recorder.places.outbox, 0);
  const state = after.states.of(KEY, "");
  expect(after.pending(state).map(({ head }) => [head.start, head.count])).toEqual([
    [0, 500],
    [500, 100],
  ]);
  recorder.write("s", lineOf(600));
  after.collect(state);
  const pending = after.pending(state);
  expect(new Set(pending.map(({ number }) => number)).size).toBe(3);
  expect(pending.slice(2).map((batch) => after.read(batch)?.lines)).toEqual([[lineOf(600)]]);
});

test("batches from before a rewind count no more, also in another process", () => {
  recorder.write("s", ...linesOf(10));
  const before = openOutbox(recorder.places.outbox, 0);
  const state = before.states.of(KEY, recorder.transcript("s"));
  before.collect(state);
  before.rewind(state, 4);
  before.collect(state);
  expect(before.pending(state).map(({ head }) => head.start)).toEqual([4]);
  const after = openOutbox(recorder.places.outbox, 0);
  expect(after.pending(after.states.of(KEY, "")).map(({ head }) => head.start)).toEqual([4]);
  rmSync(join(recorder.places.outbox, "segments"), { recursive: true });
  const emptied = openOutbox(recorder.places.outbox, 0);
  const again = emptied.states.of(KEY, "");
  emptied.rewind(again, 0);
  emptied.collect(again);
  expect(emptied.pending(again).map(({ head }) => head.start)).toEqual([0]);
});

test("an event of an entry that could not be removed in time is kept once", () => {
  const outbox = openOutbox(recorder.places.outbox, 0);
  outbox.addEvent(KEY, { a: 1 }, "7.0.event 1");
  const again = openOutbox(recorder.places.outbox, 0);
  again.addEvent(KEY, { a: 1 }, "7.0.event 1");
  again.addEvent(KEY, { a: 2 }, "7.0.event 2");
  const pending = again.states.all().flatMap((state) => again.pending(state));
  expect(pending.map((event) => again.readEvent(event))).toEqual([{ a: 1 }, { a: 2 }]);
});
