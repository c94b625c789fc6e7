import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readTranscriptLine, type HarnessId } from "@tackroom/harness";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createExporter, exportSessions, removeOldExports, unpackTranscripts } from "./export-sessions.js";
import type { Ground } from "./session-store.js";

const PACKED_LINES =
  "KLUv/QRoRQIA8kQPEbDrPFllbJmwiO1hCpNKGJhLIMaj688WRofh7bYTE5FW64MY7576Yg5TXwafN9QzfPQikdgwtuypX/X6MAIAUu0alFB7t4cZ5A==";
const PACKED_THREAD =
  "28b52ffd04689901007b226d65737361676573223a5b7b2255736572223a7b22636f6e74656e74223a5b7b2254657874223a226869227d5d7d7d5d7de19d761d";

let home: string;
const ground = (): Ground => ({ env: {}, home, platform: "linux" });
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tack-stores-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(path: string, content: unknown): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** What the server would show of an export. */
function shown(harness: HarnessId): string[] {
  const { transcripts, problem } = exportSessions(ground(), harness, 0);
  expect(problem).toBeUndefined();
  return transcripts.flatMap(({ session, path }) =>
    readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .flatMap((line) => readTranscriptLine(harness, line).events)
      .map(({ kind, text, toolName, toolOutput }) => `${session} ${kind} ${text ?? toolName ?? toolOutput ?? ""}`),
  );
}

const linesOf = (harness: string): string[] =>
  exportSessions(ground(), harness, 0).transcripts.flatMap(({ path }) =>
    readFileSync(path, "utf8").trimEnd().split("\n"),
  );

const QUESTION = { role: "user", content: [{ type: "text", text: "fix ci" }] };
const CALL = { role: "assistant", content: [{ type: "tool_use", id: "x1", name: "Bash", input: { cmd: "make" } }] };

describe("documents that are written anew", () => {
  test("amp: a thread becomes its messages, and later only what is new or changed", () => {
    const thread = { id: "T-1", created: 1_787_212_800_000, title: "Fix CI" };
    const path = ".local/share/amp/threads/T-1.json";
    write(path, { ...thread, messages: [QUESTION, CALL] });
    expect(shown("amp")).toEqual(["T-1 user fix ci", "T-1 tool_call Bash"]);
    const before = linesOf("amp");
    expect(linesOf("amp")).toEqual(before);
    write(path, { ...thread, messages: [QUESTION, { ...CALL, usage: { model: "m", inputTokens: 9 } }, QUESTION] });
    const after = linesOf("amp");
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
  });

  test("gemini-cli: a chat of before there were lines becomes its messages", () => {
    const chats = ".gemini/tmp/shop/chats";
    const message = { id: "m1", timestamp: "2026-08-20T09:00:00Z", type: "user", content: "hi" };
    const chat = { sessionId: "9b1e0000-full", startTime: "2026-08-20T09:00:00Z", messages: [message] };
    write(`${chats}/session-2026-08-20T09-00-9b1e0000.json`, chat);
    write(`${chats}/session-2026-08-20T10-00-aaaa0000.json`, { ...chat, sessionId: "also-a-log" });
    write(`${chats}/session-2026-08-20T10-00-aaaa0000.jsonl`, {});
    expect(shown("gemini-cli")).toEqual(["9b1e0000-full user hi"]);
    const answer = { id: "m2", timestamp: "2026-08-20T09:00:01Z", type: "gemini", content: "Yes." };
    write(`${chats}/session-2026-08-20T09-00-9b1e0000.json`, {
      ...chat,
      lastUpdated: "x",
      messages: [message, answer],
    });
    expect(linesOf("gemini-cli")).toHaveLength(3);
  });

  test("copilot: a document counts where there is no log of the same session", () => {
    const folder = ".config/Code/User/workspaceStorage/h/chatSessions";
    const request = { requestId: "r", message: { text: "explain" }, response: [{ value: "It routes." }] };
    write(`${folder}/old.json`, { sessionId: "old", requests: [request] });
    write(`${folder}/new.json`, { sessionId: "new", requests: [request] });
    write(`${folder}/new.jsonl`, {});
    expect(shown("copilot")).toEqual(["old user explain", "old assistant It routes."]);
  });

  test("what was found, read and left alone is counted", () => {
    write(".local/share/amp/threads/T-1.json", { id: "T-1", messages: [QUESTION] });
    utimesSync(write(".local/share/amp/threads/T-2.json", { id: "T-2", messages: [] }), 1, 1);
    writeFileSync(join(home, ".local/share/amp/threads/T-3.json"), '{"id":');
    write(".local/share/amp/threads/T-4.json", []);
    expect(exportSessions(ground(), "amp", 60_000)).toMatchObject({ found: 4, older: 1, unreadable: 1, empty: 1 });
  });

  test("one that is being written is reported, and the others are read", () => {
    write(".local/share/amp/threads/T-1.json", { id: "T-1", messages: [QUESTION] });
    writeFileSync(join(home, ".local/share/amp/threads/T-2.json"), '{"id":"T-2","mess');
    const { transcripts, problem } = exportSessions(ground(), "amp", 0);
    expect(transcripts.map(({ session }) => session)).toEqual(["T-1"]);
    expect(problem).toContain("T-2.json");
  });

  test("a followed session is read again only when its document has changed", () => {
    const path = ".local/share/amp/threads/T-1.json";
    write(path, { id: "T-1", messages: [QUESTION] });
    const exporter = createExporter(ground());
    const file = exporter.follow("amp", "T-1") ?? "";
    expect(exporter.isExport(file)).toBe(true);
    rmSync(file);
    expect(exporter.follow("amp", "T-1")).toBe(file);
    expect(() => readFileSync(file)).toThrow("ENOENT");
    write(path, { id: "T-1", messages: [QUESTION, CALL] });
    exporter.follow("amp", "T-1");
    expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(3);
    expect(exporter.follow("amp", "T-9")).toBeUndefined();
    expect(exporter.follow("codex", "T-1")).toBeUndefined();
  });
});

test("codex: a compressed transcript is unpacked once, line for line", () => {
  const folder = join(home, ".codex/sessions/2026/08/20");
  const [id, other] = ["0199aaaa-1111-7222-8333-444455556666", "0199aaaa-1111-7222-8333-444455557777"];
  mkdirSync(folder, { recursive: true });
  // The spaces would not survive being parsed and written again. Made by: zstd -19 < lines | base64
  const lines = '{"type": "session_meta", "payload": {"id": "x"}}\n{"type":"turn_context","payload":{"model":"m"}}\n';
  writeFileSync(join(folder, `rollout-2026-08-20T10-00-00-${id}.jsonl.zst`), Buffer.from(PACKED_LINES, "base64"));
  writeFileSync(join(folder, `rollout-2026-08-20T10-00-00-${other}.jsonl.zst`), "damaged");
  const { transcripts, problem, ...counts } = unpackTranscripts(ground(), "codex", 0);
  expect(transcripts.map(({ session, path }) => [session, readFileSync(path, "utf8")])).toEqual([[id, lines]]);
  expect(problem).toContain(other);
  expect(counts).toMatchObject({ found: 2, unreadable: 1 });
  const [path = ""] = transcripts.map((each) => each.path);
  writeFileSync(path, "as it was");
  unpackTranscripts(ground(), "codex", 0);
  expect(readFileSync(path, "utf8")).toBe("as it was");
  writeFileSync(join(folder, `rollout-2026-08-20T10-00-00-${id}.jsonl`), lines);
  expect(unpackTranscripts(ground(), "codex", 0).transcripts).toEqual([]);
});

test("an export that has not grown for long goes", () => {
  write(".local/share/amp/threads/T-1.json", { id: "T-1", messages: [QUESTION] });
  const [transcript] = exportSessions(ground(), "amp", 0).transcripts;
  removeOldExports(ground(), Date.now() - 60_000);
  expect(existsSync(transcript?.path ?? "")).toBe(true);
  removeOldExports(ground(), Date.now() + 60_000);
  expect(existsSync(transcript?.path ?? "")).toBe(false);
});

const hasSqlite = ((): boolean => {
  try {
    return execFileSync("sqlite3", ["--version"]).length > 0;
  } catch {
    return false;
  }
})();

describe("databases", () => {
  beforeEach(({ skip }) => skip(!hasSqlite, "the command sqlite3, which makes them, is not installed"));

  function database(path: string, statements: string): string {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    execFileSync("sqlite3", [file], { input: statements });
    return file;
  }

  test("opencode: messages with the usage, parts with who said them; a call that ends comes again", () => {
    const user = JSON.stringify({ role: "user", time: { created: 1 } });
    const text = JSON.stringify({ type: "text", text: "it's --json" }).replaceAll("'", "''");
    const tool = (status: string): string =>
      JSON.stringify({ type: "tool", callID: "c", tool: "edit", state: { status, input: {}, output: "ok" } });
    const file = database(
      ".local/share/opencode/opencode.db",
      `CREATE TABLE session(id, project_id, parent_id, directory, title, version, cost, time_created, time_updated);
       CREATE TABLE message(id, session_id, time_created, data); CREATE TABLE part(id, message_id, session_id, data);
       INSERT INTO session VALUES ('ses_1', 'p', NULL, '/w', 't', '1', 0.5, 1, 2);
       INSERT INTO message VALUES ('msg_1', 'ses_1', 1, '${user}');
       INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_1', '${text}'), ('prt_2', 'msg_1', 'ses_1', '${tool("running")}');`,
    );
    expect(shown("opencode")).toEqual(["ses_1 user it's --json", "ses_1 tool_call edit"]);
    execFileSync("sqlite3", [file], {
      input: `UPDATE part SET data = '${tool("completed")}' WHERE id = 'prt_2'; UPDATE session SET cost = 1;`,
    });
    expect(linesOf("opencode")).toHaveLength(5);
    expect(shown("opencode").at(-1)).toBe("ses_1 tool_result edit");
  });

  test("goose: totals that change with every message make no record of their own", () => {
    const content = JSON.stringify([{ type: "text", text: "plot losses" }]);
    const file = database(
      ".local/share/goose/sessions/sessions.db",
      `CREATE TABLE sessions(id, name, working_dir, updated_at, total_tokens, accumulated_cost);
       CREATE TABLE messages(id INTEGER, session_id, role, content_json, created_timestamp);
       INSERT INTO sessions VALUES ('20260820_3', 'n', '/w', '2026-08-20 10:00:00', 5, 0.1);
       INSERT INTO messages VALUES (41, '20260820_3', 'user', '${content}', 1787212800);`,
    );
    expect(shown("goose")).toEqual(["20260820_3 user plot losses"]);
    execFileSync("sqlite3", [file], {
      input: "UPDATE sessions SET total_tokens = 9, updated_at = '2026-08-20 11:00:00';",
    });
    expect(linesOf("goose")).toHaveLength(2);
    expect(exportSessions(ground(), "goose", Date.parse("2026-08-20T12:00:00Z")).transcripts).toEqual([]);
  });

  test("opencode: sessions beyond those that are read at once, with their own messages and their parents", () => {
    const message = JSON.stringify({ role: "user", time: { created: 1 } });
    const rows = Array.from({ length: 60 }, (_, at) => at);
    database(
      ".local/share/opencode/opencode.db",
      `CREATE TABLE session(id, parent_id, time_created, time_updated);
       CREATE TABLE message(id, session_id, time_created, data); CREATE TABLE part(id, message_id, session_id, data);
       INSERT INTO session VALUES ${rows.map((at) => `('ses_${at}', 'ses_p', 1, 2)`).join(", ")};
       INSERT INTO message VALUES ${rows.map((at) => `('msg_${at}', 'ses_${at}', 1, '${message}')`).join(", ")};
       INSERT INTO part VALUES ${rows.map((at) => `('prt_${at}', 'msg_${at}', 'ses_${at}', '{"type":"text","text":"p${at}"}')`).join(", ")};`,
    );
    expect(shown("opencode").toSorted()).toEqual(rows.map((at) => `ses_${at} user p${at}`).toSorted());
    const [head = ""] = linesOf("opencode");
    expect(readTranscriptLine("opencode", head).parentSessionId).toBe("ses_p");
  });

  test("zed: a thread that is not packed is read", () => {
    const thread = JSON.stringify({ messages: [{ User: { content: [{ Text: "hi" }] } }] });
    database(
      ".local/share/zed/threads/threads.db",
      `CREATE TABLE threads(id, summary, updated_at, data_type, data BLOB);
       INSERT INTO threads VALUES ('t1', 's', '2026-08-20T09:00:00Z', 'json', CAST('${thread}' AS BLOB));`,
    );
    expect(shown("zed")).toEqual(["t1 user hi"]);
  });

  test("zed: a packed thread is unpacked, and of a damaged one the reason is reported", () => {
    const file = database(
      ".local/share/zed/threads/threads.db",
      `CREATE TABLE threads(id, summary, updated_at, data_type, data BLOB);
       INSERT INTO threads VALUES ('t1', 's', '2026-08-20T09:00:00Z', 'zstd', x'${PACKED_THREAD}');`,
    );
    expect(shown("zed")).toEqual(["t1 user hi"]);
    execFileSync("sqlite3", [file], { input: "UPDATE threads SET data = x'00ff';" });
    expect(exportSessions(ground(), "zed", 0)).toMatchObject({
      transcripts: [],
      problem: expect.any(String) as string,
    });
  });
});
