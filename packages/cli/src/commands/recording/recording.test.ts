import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { startIngestServer, type IngestServer } from "../../recording/testing/ingest-server.js";
import { HURRIED } from "../../recording/testing/hurried.js";
import { createRecorder, linesOf, rewrite, until, type Recorder } from "../../recording/testing/recorder.js";
import { readStates } from "../../recording/session-states.js";
import { writeEntry } from "../../recording/write-entry.js";
import { reconcileSessions, sinceOf } from "./reconcile-sessions.js";
import { runDoctor } from "./run-doctor.js";

let server: IngestServer;
let recorder: Recorder;
let json: Cli;
const program = { node: process.execPath, tack: "/opt/tack/bin/tack.cjs" };

beforeEach(async () => {
  server = await startIngestServer({ "token-of-ada": "ada" });
  recorder = createRecorder();
  recorder.signIn({ server_url: server.url, access_token: "token-of-ada", user_id: "ada" });
  json = { ...recorder.cli, flags: { output: "json", color: false, debug: false } };
});
afterEach(async () => {
  recorder.remove();
  await server.close();
});

const printed = (): Record<string, unknown> => JSON.parse(recorder.output()) as Record<string, unknown>;
const failure = async (work: Promise<void>): Promise<CliError> => {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof CliError) return error;
  throw new Error("it did not fail as it should", { cause: error });
};

test("reconcile sends what hooks have missed, of several harnesses, and nothing that is there", async () => {
  recorder.write("known", ...linesOf(3));
  recorder.event("known", "Stop");
  await recorder.send();
  recorder.write("missed", ...linesOf(4));
  const codex = join(recorder.cli.home, ".codex/sessions/2026/08/20");
  mkdirSync(codex, { recursive: true });
  const id = "0199aaaa-1111-7222-8333-444455556666";
  rewrite(join(codex, `rollout-2026-08-20T10-00-00-${id}.jsonl`), linesOf(2));
  const gemini = join(recorder.cli.home, ".gemini/tmp/shop/chats");
  mkdirSync(gemini, { recursive: true });
  rewrite(join(gemini, "session-2026-08-20T13-00-9b1e0000.jsonl"), ['{"sessionId":"9b1e0000-full"}']);
  server.requests.length = 0;
  await reconcileSessions(json, {}, HURRIED);
  expect(printed()).toMatchObject({ sessions: 4, complete: 1, sent: 3, sent_lines: 7, left: [] });
  expect(server.lines("ada", "missed")).toEqual(linesOf(4));
  expect(server.lines("ada", id)).toEqual(linesOf(2));
  expect(server.lines("ada", "9b1e0000-full")).toHaveLength(1);
  expect(server.requests.filter(({ body }) => body["session_id"] === "known")).toEqual([]);
  expect(server.session("ada", "missed").audits).toEqual([true]);
});

test("a dry run of reconcile says what it would send, and sends nothing", async () => {
  recorder.write("missed", ...linesOf(4));
  await reconcileSessions(json, { dryRun: true }, HURRIED);
  expect(printed()).toEqual({
    dry_run: true,
    sessions: 1,
    missing: [{ harness: "claude-code", session: "missed", lines: 4 }],
  });
  await recorder.send();
  expect(server.requests.filter(({ body }) => "lines" in body)).toEqual([]);
});

test("reconcile leaves sessions from before --since, and says which stores it cannot read", async () => {
  recorder.write("old", ...linesOf(1));
  utimesSync(recorder.transcript("old"), 0, 0);
  await reconcileSessions(json, { since: "7d" }, HURRIED);
  expect(printed()).toMatchObject({
    sessions: 0,
    not_covered: { windsurf: expect.stringContaining("encrypted") as string },
  });
  const error = await failure(reconcileSessions(json, { harness: "windsurf" }));
  expect(error).toMatchObject({ category: "usage", message: expect.stringContaining("encrypted") as string });
  const path = join(recorder.cli.home, ".local/share/goose/sessions/sessions.db");
  mkdirSync(dirname(path), { recursive: true });
  rewrite(path, ["no database"]);
  expect(await failure(reconcileSessions(json, { harness: "goose" }))).toMatchObject({
    category: "unavailable",
    message: expect.stringContaining("goose stores sessions in") as string,
  });
});

test("reconcile says what it looked at, what it skipped and why", async () => {
  recorder.write("new", ...linesOf(2));
  recorder.write("old", ...linesOf(1));
  utimesSync(recorder.transcript("old"), 0, 0);
  await reconcileSessions(json, { harness: "claude-code", since: "7d" }, HURRIED);
  const skipped = { older: 1, empty: 0, unreadable: 0 };
  expect(printed()["harnesses"]).toEqual([{ harness: "claude-code", found: 2, looked_at: 1, skipped, problem: null }]);
  await reconcileSessions(recorder.cli, { harness: "claude-code", since: "2026-08-20" }, HURRIED);
  expect(recorder.output()).toContain(
    "claude-code: 2 sessions found, 1 checked; skipped: 1 unchanged since 2026-08-20",
  );
});

test("reconcile tells the parent that a path names, though the parent's own file is gone", async () => {
  const folder = join(dirname(recorder.transcript("gone")), "gone", "subagents");
  mkdirSync(folder, { recursive: true });
  rewrite(join(folder, "agent-7.jsonl"), linesOf(1));
  await reconcileSessions(json, { harness: "claude-code" }, HURRIED);
  const sent = server.requests.find(({ body }) => body["session_id"] === "agent-7");
  expect(sent?.body).toMatchObject({ parent_session_id: "gone" });
});

test("reconcile tries a quarantined session again", async () => {
  server.refuses = () => true;
  recorder.write("s", ...linesOf(2));
  recorder.event("s", "Stop");
  await recorder.send();
  server.refuses = () => false;
  await reconcileSessions(json, {}, HURRIED);
  expect(server.lines("ada", "s")).toHaveLength(2);
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("reconcile has a session audited again that had failed, though nothing seems to be missing", async () => {
  const session = server.session("ada", "s");
  const set = session.lines.set.bind(session.lines);
  session.lines.set = (index, line) => set(index, index === 1 ? "damaged" : line);
  recorder.write("s", ...linesOf(3));
  recorder.event("s", "Stop");
  await recorder.send();
  session.lines.set = set;
  // Another client has sent the same since.
  session.acknowledged = 2;
  await reconcileSessions(json, {}, HURRIED);
  expect(session.audits).toEqual([false, false, false, true]);
  expect(server.lines("ada", "s")).toEqual(linesOf(3));
});

test("reconcile wants someone to be signed in", async () => {
  rmSync(recorder.places.config);
  expect(await failure(reconcileSessions(json, {}))).toMatchObject({ category: "authentication" });
});

test("since is a span or a date", () => {
  expect(sinceOf("36h", 200_000_000)).toBe(200_000_000 - 36 * 3_600_000);
  expect(sinceOf("2026-08-20", 0)).toBe(Date.parse("2026-08-20"));
  expect(() => sinceOf("soon", 0)).toThrow(/Invalid time/);
});

interface Finding {
  what: string;
  state: string;
  says: string;
}
const findingsOf = (result: unknown): Finding[] => (result as { findings: Finding[] }).findings;

test("doctor without consent changes nothing, and says what is missing", async () => {
  mkdirSync(join(recorder.cli.home, ".claude"), { recursive: true });
  const error = await failure(runDoctor(json, {}, program));
  expect(error.category).toBe("partial");
  const wrong = findingsOf(error.details.result).filter(({ state }) => state === "wrong");
  expect(wrong.map(({ what }) => what)).toEqual(expect.arrayContaining(["script", "claude-code"]));
  expect(recorder.output()).toBe("");
  expect(existsSync(join(recorder.cli.home, ".claude/settings.json"))).toBe(false);
  expect(existsSync(recorder.places.script)).toBe(false);
});

test("doctor --yes installs script and hooks; --remove takes them out", async () => {
  mkdirSync(join(recorder.cli.home, ".claude"), { recursive: true });
  await runDoctor(json, { yes: true, harness: "claude-code" }, program);
  const checked = findingsOf(printed()).map(({ what, state }) => `${what} ${state}`);
  expect(checked).toEqual(
    ["server", "clock", "sign-in", "script", "sender", "outbox", "claude-code"].map((what) => `${what} ok`),
  );
  expect(statSync(recorder.places.script).mode & 0o111).toBe(0o111);
  expect(readFileSync(recorder.places.script, "utf8")).toContain("tack='/opt/tack/bin/tack.cjs'");
  await runDoctor(recorder.cli, { remove: true, yes: true }, program);
  expect(existsSync(recorder.places.script)).toBe(false);
  expect(existsSync(join(recorder.cli.home, ".claude/settings.json"))).toBe(false);
});

test("doctor shows what waits and what was refused", async () => {
  server.refuses = () => true;
  recorder.write("bad", ...linesOf(1));
  recorder.event("bad", "Stop");
  await recorder.send();
  recorder.event("later", "Stop");
  const error = await failure(runDoctor(json, { harness: "claude-code" }, program));
  const findings = findingsOf(error.details.result);
  expect(findings).toContainEqual(
    expect.objectContaining({
      what: "session",
      state: "wrong",
      says: "claude-code bad: line 0 was rejected (HTTP 422) and skipped",
    }),
  );
  expect(findings.find(({ what }) => what === "outbox")?.says).toContain("1 events");
});

test("doctor says why a session merely waits, and when it is tried again", async () => {
  recorder.write("waits", ...linesOf(1));
  recorder.event("waits", "Stop");
  server.fault = () => "unavailable";
  const sending = recorder.send();
  await until(() => readStates(recorder.places.outbox).some(({ wait }) => wait !== undefined));
  recorder.stop();
  await sending;
  server.fault = () => "none";
  await failure(runDoctor(json, { harness: "claude-code" }, program)).then(({ details }) =>
    expect(findingsOf(details.result)).toContainEqual({
      what: "outbox",
      state: "note",
      says: `1 session is pending for ${server.url}: HTTP 503`,
      remedy: "Retried when the sender runs next.",
    }),
  );
  await recorder.send();
  expect(server.lines("ada", "waits")).toEqual(linesOf(1));
  expect(readStates(recorder.places.outbox)[0]).not.toHaveProperty("wait");
});

test("doctor refuses a harness that it does not know", async () => {
  expect(await failure(runDoctor(json, { harness: "emacs" }, program))).toMatchObject({ category: "usage" });
});

test("a store that is written anew is backfilled, and followed when its hooks tell of more", async () => {
  const path = join(recorder.cli.home, ".local/share/amp/threads/T-1.json");
  mkdirSync(dirname(path), { recursive: true });
  const chatWith = (...texts: string[]): string =>
    JSON.stringify({ id: "T-1", messages: texts.map((text) => ({ role: "user", content: text })) });
  rewrite(path, [chatWith("one", "two")]);
  await reconcileSessions(json, { harness: "amp" }, HURRIED);
  expect(printed()).toMatchObject({ sessions: 1, sent: 1, sent_lines: 3, left: [] });
  expect(server.lines("ada", "T-1")).toHaveLength(3);

  rewrite(path, [chatWith("one", "two", "three")]);
  const head = { server: server.url, user: "ada", harness: "amp", event: "", project: "", agent: "", envServer: "" };
  const event = { session_id: "T-1", hook_event_name: "Stop" };
  writeEntry(recorder.places, Date.now(), head, Buffer.from(JSON.stringify(event)));
  await recorder.send();
  expect(server.lines("ada", "T-1").at(-1)).toContain("three");
  expect(server.lines("ada", "T-1")).toHaveLength(4);
  expect(server.session("ada", "T-1").audits).toEqual([true, true]);
});
