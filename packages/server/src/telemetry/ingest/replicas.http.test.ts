import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { exportSession, type Answer, type ExportedSession } from "../../../test/ingest.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { hashOf, prompt } from "../../../test/session-lines.js";
import { serverSizes, type RunningStores } from "../../../test/sizes.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { runSql } from "../../platform/relational/index.js";
import { blankSession } from "./session-identity.js";
import { openSessionLocks } from "./session-locks.js";

// Embedded stores serve one process, so there is no other replica that could write.
const atScale = serverSizes.filter(({ size }) => size === "at scale");

if (atScale.length === 0) {
  test("two replicas need stores that they can share", ({ skip }) => {
    skip("TEST_DATABASE_URL and TEST_REDIS_URL name no servers");
  });
}

describe.each(atScale)("a session that two replicas write ($size)", (on) => {
  let stores: RunningStores;
  let servers: TestServer[];
  let sends: Send[];
  let ada: Person;
  beforeAll(async () => {
    stores = await on.start();
    const env = { ...stores.env, JWT_KEY_DIR: temporaryDirectory(), SECRET_KEY: "the same on both" };
    servers = [await startTestServer({ env }), await startTestServer({ env })];
    sends = servers.map(createSend);
    ada = await (await invitePeople(servers[0] as TestServer)).join();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await stores.stop();
  });

  /** The same session, as each replica knows it. */
  const openOnBoth = (): [here: ExportedSession, there: ExportedSession] => {
    const [here, there] = sends as [Send, Send];
    const first = exportSession(here, { token: ada.token });
    return [first, exportSession(there, { token: ada.token }, { id: first.id })];
  };
  /** On a busy machine a replica may wait for the other for longer than it is allowed to, and says so. */
  const pushPatiently = async (session: ExportedSession, body: object): Promise<Answer> => {
    const answer = await session.push(body);
    return answer.status === 503 ? pushPatiently(session, body) : answer;
  };
  const inOrder = (numbers: readonly unknown[]): number[] => numbers.map(Number).toSorted((a, b) => a - b);

  test("has every line once, whichever of them they reach, in whatever order", async () => {
    const [here, there] = openOnBoth();
    const lines = Array.from({ length: 100 }, (_, line) => prompt(String(line)));
    // Seven is prime to twenty: every batch, twice, in an order of its own.
    const starts = Array.from({ length: 40 }, (_, n) => ((n * 7) % 20) * 5);
    const answers = await Promise.all(
      starts.map((start, n) =>
        pushPatiently(n % 3 ? here : there, { start_offset: start, lines: lines.slice(start, start + 5) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const sum = (count: string): number => answers.reduce((total, answer) => total + (answer[count] as number), 0);
    expect([sum("ingested"), sum("skipped"), sum("replaced")]).toEqual([100, 100, 0]);
    for (const session of [here, there]) {
      expect(await session.checkpoint()).toMatchObject({ acknowledged_line: 99, generation: 0 });
      expect((await session.lines()).map(({ raw }) => raw)).toEqual(lines);
      expect(await session.summary()).toMatchObject({ line_count: 100, prompts: 100, events: 100 });
    }
    const claim = { final: true, total_line_count: 100, session_hash: hashOf(lines), hashed_line_count: 100 };
    expect(await there.push({ lines: [], ...claim })).toMatchObject({ integrity_ok: true });
  });

  test("has one content at each line, whoever comes first", async () => {
    for (let round = 0; round < 5; round++) {
      const both = openOnBoth();
      const acknowledged = await Promise.all(both.map((session, n) => session.push({ lines: [prompt(String(n))] })));
      expect(inOrder(acknowledged.map(({ status }) => status))).toEqual([200, 409]);
      const winner = acknowledged.findIndex(({ status }) => status === 200);
      const above = await Promise.all(
        both.map((session, n) => session.push({ lines: [prompt(String(n))], start_offset: 3 })),
      );
      expect(inOrder(above.map((answer) => answer["replaced"]))).toEqual([0, 1]);
      const later = above.findIndex((answer) => answer["replaced"] === 1);
      for (const session of both) {
        expect((await session.lines()).map(({ raw }) => raw)).toEqual([prompt(String(winner)), prompt(String(later))]);
        expect(await session.summary()).toMatchObject({ line_count: 2, prompts: 2 });
      }
    }
  });

  test("stays with the replica that works on it, also for longer than a lease lasts", async () => {
    const [here] = openOnBoth();
    await here.push({ lines: [prompt("a")] });
    const { relational } = (servers[0] as TestServer).platform;
    const names = { userId: ada.user.id, project: "default", harness: "claude-code", sessionId: here.id } as const;
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const locks = openSessionLocks(relational, { isSingleProcess: false });
      await locks.hold(blankSession(names, new Date()), async ({ session: { id } }) => {
        await runSql(relational, "UPDATE session SET lease_until = now() WHERE id = $1", [id]);
        vi.advanceTimersByTime(60_000);
        const sql = "SELECT lease_until > now() AS is_leased FROM session WHERE id = $1";
        await eventually(async () => expect((await runSql(relational, sql, [id])).rows).toEqual([{ is_leased: true }]));
      });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("starts one generation for two audits that find the same", async () => {
    const [here, there] = openOnBoth();
    await here.push({ lines: [prompt("a"), prompt("b")] });
    const wrong = { lines: [], final: true, session_hash: hashOf(["x"]), hashed_line_count: 2 };
    const answers = await Promise.all([here.push(wrong), there.push(wrong)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, repair_from_line: 0, generation: 1 });
  });
});
