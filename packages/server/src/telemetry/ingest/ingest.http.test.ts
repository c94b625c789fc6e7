import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportSession, type ExportedSession } from "../../../test/ingest.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { note, prompt, toolCall, toolFailure, UNREADABLE } from "../../../test/session-lines.js";
import { serverSizes } from "../../../test/sizes.js";

const ABC = ["a", "b", "c"].map(prompt);
const OFFSETS = { end_byte_offsets: [10, 20, 30] };
describe.each(serverSizes)("ingest ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let [ada, bob]: Person[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    const people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const open = (names?: Parameters<typeof exportSession>[2], by = ada): ExportedSession =>
    exportSession(send, { token: by?.token }, names);
  const rawLines = async (session: ExportedSession, query = ""): Promise<string[]> =>
    (await session.lines(query)).map(({ raw }) => raw);

  test("stores lines as they were sent and acknowledges what is contiguous", async () => {
    const session = open();
    expect(await session.push({ lines: ABC, ...OFFSETS })).toEqual({
      status: 200,
      ingested: 3,
      skipped: 0,
      replaced: 0,
      errors: 0,
      acknowledged_line: 2,
      acknowledged_offset: 30,
      generation: 0,
      integrity_ok: null,
      server_hash: null,
      repair_from_line: null,
    });
    expect(await session.lines()).toEqual(ABC.map((raw, line) => ({ line, end_byte: (line + 1) * 10, raw })));
    const names = { session_id: session.id, harness: "claude-code", project: "default" };
    const at = { acknowledged_line: 2, acknowledged_offset: 30, generation: 0, purged_below: 0 };
    expect(await session.checkpoint()).toEqual({ status: 200, ...names, ...at });
    expect(await open().checkpoint()).toMatchObject({ acknowledged_line: -1, acknowledged_offset: 0, generation: 0 });
  });

  test("counts each line in one of four, and what is unreadable is contiguous all the same", async () => {
    const session = open();
    const lines = [
      prompt("a"),
      UNREADABLE,
      note("n"),
      toolCall("t"),
      toolFailure("t"),
      '{"type":"never-heard-of"}',
      "",
    ];
    expect(await session.push({ lines })).toMatchObject({ ingested: 4, skipped: 1, errors: 2, acknowledged_line: 6 });
    expect(await rawLines(session)).toEqual(lines);
    const counts = { line_count: 7, events: 4, prompts: 1, tool_calls: 1, tool_failures: 1, unreadable_lines: 2 };
    expect(await session.summary()).toMatchObject(counts);
  });

  test("never rewrites the same content, but learns where it ends", async () => {
    const session = open();
    await session.push({ lines: ABC });
    expect(await session.checkpoint()).toMatchObject({ acknowledged_line: 2, acknowledged_offset: 0 });
    expect(await session.push({ lines: ABC, ...OFFSETS })).toMatchObject({ skipped: 3, acknowledged_offset: 30 });
    expect(await session.push({ lines: ABC })).toMatchObject({ skipped: 3, acknowledged_offset: 30 });
    expect(await session.push({ lines: [ABC[1]], start_offset: 1, end_byte_offsets: [21] })).toMatchObject({
      status: 200,
      skipped: 1,
      acknowledged_offset: 30,
    });
    expect((await session.lines()).map(({ end_byte }) => end_byte)).toEqual([10, 21, 30]);
    expect(await session.lines("superseded=true")).toEqual([]);
    expect(await session.summary()).toMatchObject({ line_count: 3, prompts: 3 });
  });

  test("keeps what it read of a line whose end moves, though the lines that explain it are not sent again", async () => {
    const session = open();
    await session.push({ lines: [toolCall("t"), prompt("between"), toolFailure("t")] });
    await session.push({ lines: [toolFailure("t")], start_offset: 2, end_byte_offsets: [99] });
    const events = (await send(`GET /sessions/${session.id}/events`, { token: ada?.token })).json();
    expect(events.at(-1)).toMatchObject({ line: 2, tool_name: "Bash", is_error: true, latency_ms: 0 });
  });

  test("acknowledges across gaps once they are filled, with the end byte of the last line", async () => {
    const session = open();
    await session.push({ lines: [prompt("e")], start_offset: 4, end_byte_offsets: [50] });
    await session.push({ lines: ABC.slice(0, 2), end_byte_offsets: [10, 20] });
    expect(await session.checkpoint()).toMatchObject({ acknowledged_line: 1, acknowledged_offset: 20 });
    const filled = { lines: [ABC[2], prompt("d")], start_offset: 2, end_byte_offsets: [30, 40] };
    expect(await session.push(filled)).toMatchObject({ ingested: 2, acknowledged_line: 4, acknowledged_offset: 50 });
    expect(await session.summary()).toMatchObject({ line_count: 5, prompts: 5 });
  });

  test("believes the last word on where a line above the checkpoint ends", async () => {
    const session = open();
    await session.push({ lines: ABC.slice(1), start_offset: 2, end_byte_offsets: [20, 30] });
    await session.push({ lines: ABC, start_offset: 1, end_byte_offsets: [10, 21, 31] });
    expect(await session.push({ lines: [prompt("0")], end_byte_offsets: [5] })).toMatchObject({
      acknowledged_line: 3,
      acknowledged_offset: 31,
    });
  });

  test("catches up with an exporter that leaves more gaps than are remembered", async () => {
    const session = open();
    const lines = Array.from({ length: 141 }, (_, line) => prompt(String(line)));
    for (let line = 140; line > 0; line -= 2) await session.push({ lines: [lines[line]], start_offset: line });
    await session.push({ lines: lines.slice(0, 100) });
    const { acknowledged_line } = await session.checkpoint();
    const start_offset = (acknowledged_line as number) + 1;
    expect(start_offset).toBeGreaterThanOrEqual(100);
    expect(await session.push({ lines: lines.slice(start_offset), start_offset })).toMatchObject({
      acknowledged_line: 140,
    });
    expect(await rawLines(session)).toEqual(lines);
  });

  test("refuses other content at or below the checkpoint, and stores nothing of a batch that straddles it", async () => {
    const session = open();
    await session.push({ lines: ABC, ...OFFSETS });
    const before = await session.everything();
    const refused = { status: 409, code: "ingest_conflict", acknowledged_line: 2, acknowledged_offset: 30 };
    expect(await session.push({ lines: [prompt("B")], start_offset: 1 })).toMatchObject({ ...refused, offsets: [1] });
    const straddling = { lines: [prompt("A"), ABC[1], prompt("C"), prompt("d")] };
    expect(await session.push(straddling)).toMatchObject({ ...refused, offsets: [0, 2] });
    const flipped = `${ABC[0]?.slice(0, -3)}!"}`;
    for (const line of [flipped, ABC[0]?.slice(0, -1), `${ABC[0]} `]) {
      expect(await session.push({ lines: [line] })).toMatchObject({ ...refused, offsets: [0] });
    }
    expect(await session.everything()).toEqual(before);
  });

  test("replaces other content above the checkpoint, and keeps none of it", async () => {
    const session = open();
    await session.push({ lines: [toolCall("x"), prompt("y")], start_offset: 5 });
    const replacing = { lines: [prompt("X"), prompt("y"), prompt("z")], start_offset: 5 };
    expect(await session.push(replacing)).toMatchObject({
      replaced: 1,
      skipped: 1,
      ingested: 1,
      acknowledged_line: -1,
    });
    expect(await rawLines(session)).toEqual([prompt("X"), prompt("y"), prompt("z")]);
    expect(await session.lines("superseded=true")).toEqual([]);
    expect(await session.summary()).toMatchObject({ line_count: 3, prompts: 3, tool_calls: 0 });
  });

  test("keeps sessions of two people, two projects and two harnesses apart, though they have one id", async () => {
    const id = open().id;
    const sessions = [open({ id }), open({ id }, bob), open({ id, project: "p" }), open({ id, harness: "codex" })];
    for (const [at, session] of sessions.entries()) await session.push({ lines: [prompt(String(at))] });
    for (const [at, session] of sessions.entries()) {
      expect(await session.checkpoint()).toMatchObject({ acknowledged_line: 0 });
      const found = { harness: "claude-code", project: "default" };
      const wanted = open(
        { id, ...found, ...(at === 2 ? { project: "p" } : {}), ...(at === 3 ? { harness: "codex" } : {}) },
        at === 1 ? bob : ada,
      );
      expect(await rawLines(wanted)).toEqual([prompt(String(at))]);
    }
    expect((await send(`GET /sessions/${id}`, { token: ada?.token })).json()).toMatchObject({ code: "ambiguous_name" });
  });

  test("has every line once when batches arrive at once, in any order and again, over connections of their own", async () => {
    const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const session = open();
    const lines = Array.from({ length: 100 }, (_, line) => prompt(String(line)));
    const post = async (start_offset: number): Promise<Record<string, number>> => {
      const body = { session_id: session.id, start_offset, lines: lines.slice(start_offset, start_offset + 5) };
      const answer = await fetch(`${address}/api/v1/ingest/session`, {
        method: "POST",
        headers: { authorization: `Bearer ${ada?.token}`, connection: "close" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, ...((await answer.json()) as Record<string, number>) };
    };
    // Seven is prime to twenty: every batch, twice.
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => post(((n * 7) % 20) * 5)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const sum = (count: string): number => answers.reduce((total, answer) => total + (answer[count] ?? 0), 0);
    expect([sum("ingested"), sum("skipped"), sum("replaced")]).toEqual([100, 100, 0]);
    expect(await session.checkpoint()).toMatchObject({ acknowledged_line: 99 });
    expect(await rawLines(session)).toEqual(lines);
    expect(await session.summary()).toMatchObject({ line_count: 100, prompts: 100, events: 100 });
  });

  test("has one content at a line that two are sent for at once", async () => {
    const session = open();
    const both = (start_offset: number) =>
      Promise.all(["x", "y"].map((text) => session.push({ lines: [prompt(text)], start_offset })));
    const first = (await both(0)).map(({ status }) => status);
    expect(new Set(first)).toEqual(new Set([200, 409]));
    const above = (await both(5)).map(({ replaced }) => replaced);
    expect(new Set(above)).toEqual(new Set([0, 1]));
    const winners = [first.indexOf(200), above.indexOf(1)];
    expect(await rawLines(session)).toEqual(winners.map((at) => prompt(at === 0 ? "x" : "y")));
  });
});
