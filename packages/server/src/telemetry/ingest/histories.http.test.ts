import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportSession, type ExportedSession } from "../../../test/ingest.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { histories } from "../../../test/session-histories.js";
import { LINE_TIME } from "../../../test/session-lines.js";
import { SessionModel, type ModelRequest } from "../../../test/session-model.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";
import { hasNativeChdb } from "../../platform/analytical/wasm/installed.js";

/** `HISTORIES=100000` for a night. Where chDB is WebAssembly, a query takes ten times as long. */
const HISTORIES = Number(process.env["HISTORIES"] ?? (hasNativeChdb() ? 100 : 50));
const SEED = Number(process.env["HISTORIES_SEED"] ?? 20_260_820);
const AT_ONCE = 40;

type History = readonly ModelRequest[];

const bodyOf = ({ start, lines, endBytes, claim }: ModelRequest): object => ({
  start_offset: start,
  lines: lines.map(({ raw }) => raw),
  ...(endBytes ? { end_byte_offsets: endBytes } : {}),
  ...(claim && {
    final: true,
    total_line_count: claim.total,
    total_offset: claim.totalOffset,
    session_hash: claim.hash,
    hashed_line_count: claim.hashed,
  }),
});

async function expectAsPredicted(session: ExportedSession, history: History): Promise<void> {
  const model = new SessionModel();
  for (const request of history) {
    const predicted = model.request(request);
    expect(await session.push(bodyOf(request))).toMatchObject(predicted);
  }
  expect(await session.checkpoint()).toMatchObject({ ...model.position(), generation: model.generation });
  const live = [...model.live].toSorted(([a], [b]) => a - b);
  expect(await session.lines()).toEqual(live.map(([line, { raw, endByte }]) => ({ line, end_byte: endByte, raw })));
  if (history.every(({ lines }) => lines.length === 0)) return;
  const summary = await session.summary();
  if (summary.session_id === undefined) {
    expect(live).toEqual([]);
    return;
  }
  expect(summary).toMatchObject(model.summary());
  // Lines without a time have that of the others, whichever came first.
  if (live.some(([, { raw }]) => raw.includes(LINE_TIME)))
    expect(summary).toMatchObject({ started_at: LINE_TIME, last_event_at: LINE_TIME });
  // What a message has used is told by each of its lines and counted in one: of that, another line knows nothing.
  if (!model.changed) expect(summary.tokens?.input).toBe(model.inputTokens());
}

interface Counted {
  readonly session: string;
  readonly minute: string;
  readonly lines: number;
  readonly prompts: number;
  readonly calls: number;
  readonly failures: number;
  readonly input: number;
}

/** What is kept by minute says the same as the lines themselves, added up anew. */
async function expectActivityOfLines({ platform }: TestServer): Promise<void> {
  const kept = await runSql(
    platform.relational,
    `SELECT session, to_char(minute AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS minute, sum(lines)::integer AS lines,
      sum(prompts)::integer AS prompts, sum(tool_calls)::integer AS calls, sum(tool_failures)::integer AS failures,
      sum(input)::integer AS input FROM session_activity GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
  );
  const counted = await platform.analytical.query<Counted>(
    `SELECT toString(session) AS session, formatDateTime(at, '%Y-%m-%d %H:%i') AS minute, count() AS lines,
      sum(arrayCount(kind -> kind = 'user', kinds)) AS prompts, sum(tool_calls) AS calls,
      sum(tool_failures) AS failures, sum(session_line.input) AS input
    FROM session_line FINAL WHERE live GROUP BY session, minute ORDER BY session, minute`,
    {},
  );
  expect(counted.length).toBeGreaterThan(0);
  expect(kept.rows).toEqual(counted);
  const byTool = await runSql(
    platform.relational,
    `SELECT session, to_char(minute AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS minute, sum(calls)::integer AS calls,
      sum(failures)::integer AS failures FROM session_tool_activity GROUP BY 1, 2 ORDER BY 1, 2`,
    [],
  );
  const withCalls = counted.filter(({ calls, failures }) => calls + failures > 0);
  expect(withCalls.length).toBeGreaterThan(0);
  expect(byTool.rows).toEqual(
    withCalls.map(({ session, minute, calls, failures }) => ({ session, minute, calls, failures })),
  );
}

describe.each(largestSize)("a session after any history ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    ada = await (await invitePeople(server)).join();
  });
  afterAll(() => server.close());

  test(`is what the contract says, ${HISTORIES} times`, { timeout: 60_000 + HISTORIES * 5000 }, async () => {
    const waiting = fc.sample(histories, { numRuns: HISTORIES, seed: SEED });
    const failed: { history: History; error: unknown }[] = [];
    const client = async (): Promise<void> => {
      for (let history = waiting.pop(); history; history = waiting.pop()) {
        try {
          await expectAsPredicted(exportSession(send, { token: ada.token }), history);
        } catch (error) {
          failed.push({ history, error });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    const [shortest] = failed.toSorted((a, b) => a.history.length - b.history.length);
    if (!shortest) return expectActivityOfLines(server);
    const told = shortest.history.map((request) => JSON.stringify(bodyOf(request))).join("\n");
    throw new Error(`${failed.length} of ${HISTORIES} histories; the shortest:\n${told}`, { cause: shortest.error });
  });
});
