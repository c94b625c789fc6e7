import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../config.js";
import { readStates } from "./session-states.js";
import { startIngestServer, type IngestServer } from "./testing/ingest-server.js";
import { createRecorder, lineOf, linesOf, rewrite, until, type Recorder } from "./testing/recorder.js";

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

test("never delivers to another account or server than it recorded for", async () => {
  recorder.write("s", ...linesOf(3));
  recorder.event("s", "Stop");
  recorder.signIn({ server_url: server.url, access_token: "token-of-bob", user_id: "bob" });
  recorder.write("t", ...linesOf(2));
  recorder.event("t", "Stop");
  await recorder.send();
  expect(server.requests.filter(({ body }) => body["session_id"] === "s")).toEqual([]);
  expect(server.lines("bob", "t")).toEqual(linesOf(2));
  recorder.signIn(ada());
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(3));
  expect(new Set(server.requests.map(({ user, body }) => `${user} ${String(body["session_id"])}`))).toEqual(
    new Set(["bob t", "ada s"]),
  );
});

test("an API key comes before an access token", async () => {
  recorder.signIn({ ...ada(), access_token: "expired", api_key: "key-of-ada" });
  recorder.write("s", lineOf(0));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual([lineOf(0)]);
});

test("an expired access token is renewed and saved, and the session goes on", async () => {
  const expired = `x.${Buffer.from(JSON.stringify({ exp: 1 })).toString("base64url")}.y`;
  server.refreshes.set("refresh-of-ada", "token-of-ada");
  recorder.signIn({ ...ada(), access_token: expired, refresh_token: "refresh-of-ada" });
  recorder.write("s", ...linesOf(2));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(2));
  expect(readConfig(recorder.cli)).toMatchObject({ access_token: "token-of-ada", refresh_token: "next" });
});

test("reads again from the transcript what a damaged record of the outbox held", async () => {
  server.fault = () => "unavailable";
  recorder.write("s", ...linesOf(1200));
  recorder.event("s", "Stop");
  const first = recorder.send();
  await until(() => (readStates(recorder.places.outbox)[0]?.nextLine ?? 0) === 1200);
  recorder.stop();
  await first;
  const [segment = ""] = segments();
  const path = join(recorder.places.outbox, "segments", segment);
  const bytes = readFileSync(path);
  bytes[bytes.length - 10] = (bytes.at(-10) ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
  server.fault = () => "none";
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(1200));
  expect(storedTwice("s")).toEqual([]);
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("a rotated file goes on with the next line, a rewritten one replaces what it differs in", async () => {
  recorder.write("rotated", ...linesOf(4));
  recorder.write("rewritten", ...linesOf(4));
  for (const session of ["rotated", "rewritten"]) recorder.event(session, "Stop");
  await recorder.send();
  rewrite(recorder.transcript("rotated"), linesOf(2, 4));
  rewrite(recorder.transcript("rewritten"), [lineOf(0), lineOf(1, "changed")]);
  for (const session of ["rotated", "rewritten"]) recorder.event(session, "Stop");
  await recorder.send();
  expect(server.lines("ada", "rotated")).toEqual(linesOf(6));
  expect(server.lines("ada", "rewritten")).toEqual([lineOf(0), lineOf(1, "changed")]);
});

test("a transcript that was deleted takes nothing away from the server", async () => {
  recorder.write("s", ...linesOf(4));
  recorder.event("s", "Stop");
  await recorder.send();
  rmSync(recorder.transcript("s"));
  recorder.event("s", "SessionEnd");
  await recorder.send();
  expect(server.lines("ada", "s")).toEqual(linesOf(4));
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("completes a session that nobody ended once it is idle", async () => {
  recorder.write("s", ...linesOf(2));
  recorder.event("s", "UserPromptSubmit");
  await recorder.send();
  expect(server.session("ada", "s").audits).toEqual([true]);
});

test("a harness without a transcript has its events posted, once each", async () => {
  recorder.event("o", "Stop", { transcript_path: undefined, tool_name: "x" });
  recorder.event("o", "UserPromptSubmit", { transcript_path: undefined });
  server.fault = (count) => (count === 1 ? "unavailable" : "none");
  await recorder.send();
  expect(server.hookEvents.map(({ event }) => event["hook_event_name"])).toEqual(["Stop", "UserPromptSubmit"]);
  expect(server.hookEvents[0]).toMatchObject({ user: "ada", event: { service_name: "claude-code", session_id: "o" } });
});

test("sends the lines of subagents as sessions of their own, with their parent", async () => {
  recorder.write("s", ...linesOf(2));
  recorder.transcript("s");
  const folder = join(recorder.cli.home, ".claude", "projects", "-w", "s", "subagents");
  mkdirSync(folder, { recursive: true });
  rewrite(join(folder, "agent-7.jsonl"), linesOf(3));
  recorder.event("s", "Stop");
  await recorder.send();
  expect(server.lines("ada", "agent-7")).toEqual(linesOf(3));
  const sent = server.requests.find(({ body }) => body["session_id"] === "agent-7");
  expect(sent?.body["parent_session_id"]).toBe("s");
});

test("an event that comes while the sender is about to end is seen", async () => {
  recorder.write("s", ...linesOf(1));
  recorder.event("s", "Stop");
  await recorder.send();
  // The hook wrote its entry while the lock still existed; the sender checks again after releasing it.
  const sending = recorder.send({ lingerMs: 0 });
  recorder.write("t", ...linesOf(1));
  recorder.event("t", "Stop");
  await sending;
  await recorder.send();
  expect(server.lines("ada", "t")).toEqual(linesOf(1));
});
