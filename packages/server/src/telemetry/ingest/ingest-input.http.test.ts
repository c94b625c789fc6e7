import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportSession, type ExportedSession } from "../../../test/ingest.js";
import { createSend, invitePeople, verdict, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { hashOf, prompt } from "../../../test/session-lines.js";
import { largestSize } from "../../../test/sizes.js";

const MIB = 1024 * 1024;
const FINAL = { lines: [], final: true };

describe.each(largestSize)("what may be ingested ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let ada: Person;
  let known: ExportedSession;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    ada = await (await invitePeople(server)).join();
    known = open();
    await known.push({ lines: [prompt("a"), prompt("b")], end_byte_offsets: [10, 20] });
  });
  afterAll(() => server.close());

  const open = (names?: Parameters<typeof exportSession>[2]): ExportedSession =>
    exportSession(send, { token: ada.token }, names);
  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: "POST",
      url: "/api/v1/ingest/session",
      headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/json", ...headers },
      payload,
    });

  test.each([
    ["more than a thousand lines", { lines: Array.from({ length: 1001 }, () => "x") }, "body.lines"],
    ["a line of more than 1 MiB", { lines: ["x", "x".repeat(MIB + 1)] }, "body.lines[1]"],
    ["a line of more than 1 MiB in bytes", { lines: ["ü".repeat(MIB / 2) + "x"] }, "body.lines[0]"],
    ["a line that is no text", { lines: [1] }, "body.lines[0]"],
    ["no lines", {}, "body.lines"],
    ["a negative start", { lines: ["x"], start_offset: -1 }, "body.start_offset"],
    ["a start between two lines", { lines: ["x"], start_offset: 0.5 }, "body.start_offset"],
    ["a start beyond ten million", { lines: ["x"], start_offset: 10_000_001 }, "body.start_offset"],
    ["fewer offsets than lines", { lines: ["x", "y"], end_byte_offsets: [1] }, "body.end_byte_offsets"],
    ["more offsets than lines", { lines: ["x"], end_byte_offsets: [1, 2] }, "body.end_byte_offsets"],
    ["offsets without lines", { lines: [], end_byte_offsets: [1] }, "body.end_byte_offsets"],
    ["offsets that go backwards", { lines: ["x", "y"], end_byte_offsets: [2, 1] }, "body.end_byte_offsets[1]"],
    ["a negative offset", { lines: ["x"], end_byte_offsets: [-1] }, "body.end_byte_offsets[0]"],
    ["a hash without a count", { ...FINAL, session_hash: hashOf([]) }, "body.hashed_line_count"],
    [
      "a count above the total",
      { ...FINAL, session_hash: "x", hashed_line_count: 3, total_line_count: 2 },
      "body.hashed_line_count",
    ],
    ["a hash that is too long", { ...FINAL, session_hash: "x".repeat(129), hashed_line_count: 2 }, "body.session_hash"],
    ["a total beyond ten million", { ...FINAL, total_line_count: 10_000_001 }, "body.total_line_count"],
    ["a negative total", { ...FINAL, total_line_count: -1 }, "body.total_line_count"],
    ["negative credits", { lines: ["x"], total_credits: -1 }, "body.total_credits"],
    ["a harness that nobody knows", { lines: ["x"], harness: "emacs" }, "body.harness"],
    ["an empty id", { lines: ["x"], session_id: "" }, "body.session_id"],
    ["an id that is too long", { lines: ["x"], session_id: "x".repeat(513) }, "body.session_id"],
    ["U+0000 in an id", { lines: ["x"], session_id: "a\u0000b" }, "body.session_id"],
    ["U+0000 in a project", { lines: ["x"], project: "a\u0000b" }, "body.project"],
    ["U+0000 in a version", { lines: ["x"], agent_version: "a\u0000b" }, "body.agent_version"],
  ])("refuses %s, says where, and stores nothing", async (_what, body, path) => {
    const before = await known.everything();
    const refused = await known.push({ start_offset: 2, ...body });
    expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
    expect((refused["errors"] as { path: string }[]).map((error) => error.path)).toContain(path);
    expect(await known.everything()).toEqual(before);
  });

  test("takes a thousand lines, one of 1 MiB, and a claim about them that is not final", async () => {
    const session = open();
    const lines = Array.from({ length: 1000 }, (_, at) => (at === 500 ? "x".repeat(MIB) : `{"n":${at}}`));
    const claim = { session_hash: "x", total_line_count: 1 };
    expect(await session.push({ lines, ...claim })).toMatchObject({
      status: 200,
      errors: 1000,
      acknowledged_line: 999,
    });
    const audit = { ...FINAL, session_hash: hashOf(lines), hashed_line_count: 1000 };
    expect(await session.push(audit)).toMatchObject({ integrity_ok: true });
    expect(await session.push({ lines: ["ü".repeat(MIB / 2)], start_offset: 1000 })).toMatchObject({
      acknowledged_line: 1000,
    });
  });

  test("takes a line at the highest index", async () => {
    const session = open();
    expect(await session.push({ lines: ["x"], start_offset: 10_000_000 })).toMatchObject({
      status: 200,
      acknowledged_line: -1,
    });
    expect((await session.lines("from=10000000")).map(({ line }) => line)).toEqual([10_000_000]);
  });

  test("keeps U+0000 in lines, and what half a surrogate pair becomes in UTF-8", async () => {
    const session = open();
    const lines = [prompt("a\u0000b"), "\u0000", "half \ud83d of a pair", `{"type":"user","x":"\\ud83d"}`];
    const stored = lines.map((line) => line.toWellFormed());
    expect(await session.push({ lines })).toMatchObject({ status: 200, acknowledged_line: 3 });
    expect((await session.lines()).map(({ raw }) => raw)).toEqual(stored);
    expect(await session.push({ lines })).toMatchObject({ status: 200, skipped: 4 });
    const audit = { ...FINAL, session_hash: hashOf(stored), hashed_line_count: 4 };
    expect(await session.push(audit)).toMatchObject({ integrity_ok: true });
  });

  test("takes names out of lines that no database can hold as they are", async () => {
    const session = open();
    const line = (bad: string, at: number): string =>
      JSON.stringify({
        type: at === 3 ? `odd${bad}` : "assistant",
        message: {
          id: `m${bad}`,
          model: `x${bad}`,
          content: [{ type: "tool_use", id: `t${at}${bad}`, name: `n${bad}`, input: { [bad]: bad } }],
          usage: { input_tokens: 1 },
        },
      });
    const lines = ["\u0000", "\ud83d", "\udc34", "\ud83d", `${"x".repeat(254)}🐴`].map(line);
    expect(await session.push({ lines })).toMatchObject({ status: 200, ingested: 5, acknowledged_line: 4 });
    expect(await session.push({ lines: [prompt("next")], start_offset: 5 })).toMatchObject({
      status: 200,
      ingested: 1,
    });
    expect(await session.summary()).toMatchObject({ line_count: 6, tool_calls: 4 });
    const names = { agent_id: "a\ud83d", agent_version: "\udc34", layer_hash: "\ud83d", parent_session_id: "p\ud83d" };
    expect(await session.push({ lines: [prompt("last")], start_offset: 6, ...names })).toMatchObject({ status: 200 });
    expect(await session.summary()).toMatchObject({ parent_session_id: "p\ufffd" });
  });

  test("reads half a surrogate pair in an id as UTF-8 would have it", async () => {
    const { id } = open();
    const halved = open({ id: `${id}\ud83d`, project: "p\ud83d" });
    expect(await halved.push({ lines: [prompt("a")] })).toMatchObject({ status: 200, acknowledged_line: 0 });
    const whole = open({ id: `${id}\ufffd`, project: "p\ufffd" });
    expect(await whole.checkpoint()).toMatchObject({ acknowledged_line: 0 });
    expect((await whole.lines()).map(({ raw }) => raw)).toEqual([prompt("a")]);
  });

  test("reads what is no UTF-8 as U+FFFD, as exporters do, and refuses what is no JSON object", async () => {
    const { id } = open();
    const [start, end] = [`{"session_id":"${id}","lines":["`, `"]}`];
    const invalid = Buffer.concat([Buffer.from(start), Buffer.from([0x61, 0xff, 0xc3]), Buffer.from(end)]);
    for (const body of [start, "[]", "null", "", "1"]) expect([400, 422]).toContain((await post(body)).statusCode);
    expect(await open({ id }).checkpoint()).toMatchObject({ acknowledged_line: -1 });
    expect((await post(invalid)).json()).toMatchObject({ acknowledged_line: 0 });
    expect((await post(invalid)).json()).toMatchObject({ skipped: 1 });
    expect((await open({ id }).lines()).map(({ raw }) => raw)).toEqual(["a\ufffd\ufffd"]);
  });

  test("reads JSON whatever content type it claims, as shells and hooks send it", async () => {
    const { id } = open();
    const body = JSON.stringify({ session_id: id, lines: [prompt("a")] });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream"]) {
      expect((await post(body, { "content-type": type })).statusCode).toBe(200);
    }
    expect(await open({ id }).lines()).toHaveLength(1);
  });

  test("knows a harness by either spelling", async () => {
    const { id } = open();
    await open({ id, harness: "claude_code" }).push({ lines: [prompt("a")] });
    expect(await open({ id, harness: "claude-code" }).checkpoint()).toMatchObject({
      harness: "claude-code",
      acknowledged_line: 0,
    });
    expect(await open({ id, harness: "claude_code" }).push({ lines: [prompt("a")] })).toMatchObject({ skipped: 1 });
  });

  test("takes tokens for hooks and API keys, and refuses whoever shows nothing or rubbish", async () => {
    const hooks = (await send("POST /auth/hooks-token", { token: ada.token })).json().access_token;
    const { key } = (await send("POST /keys", { token: ada.token, body: { name: "ci" } })).json();
    const { id } = open();
    for (const credentials of [{ token: hooks }, { key }, { token: ada.token }]) {
      const session = exportSession(send, credentials, { id });
      expect(await session.push({ lines: [prompt("a")] })).toMatchObject({ status: 200, acknowledged_line: 0 });
      expect(await session.checkpoint()).toMatchObject({ status: 200, acknowledged_line: 0 });
    }
    for (const credentials of [{}, { token: "rubbish" }, { key: "rubbish" }]) {
      const body = { session_id: id, lines: [prompt("b")], start_offset: 1 };
      expect(verdict(await send("POST /ingest/session", { ...credentials, body }))).toEqual([401, "unauthenticated"]);
    }
    expect(await open({ id }).checkpoint()).toMatchObject({ acknowledged_line: 0 });
  });
});
