// POST /ingest/session over HTTP against the raw engine's insert of the same rows, in one run; and the same as the table
// grows. Aims: 0.4 of the raw rate at 500-line batches; the median of a 100-line batch at 6 million rows at most 1.2 times
// that at 0.1 million. `npm run bench -- ingest`; ROWS=100000,1000000 for a shorter run.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { readLines } from "@tackroom/server/telemetry/ingest/read-lines";
import { NO_CONTEXT } from "@tackroom/harness";
import { sendLoad, type Measured } from "./support/load.js";
import { median, startServer } from "./support/start-server.js";
import { ingestBody, transcriptLine } from "./support/transcript.js";

const STORED = (process.env["ROWS"] ?? "100000,1000000,6000000").split(",").map(Number);
const RAW_INSERT_ROWS = 5000;
const LINES_PER_RUN = Number(process.env["LINES"] ?? 20_000);

const AUDITED_LINES = 100_000;
const SIXTY_DAYS_AGO = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);

const { platform, port, send, bootstrap, close } = await startServer();
const { analytical } = platform;
const token = await bootstrap();
let sessions = 0;

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Rows per second that the engine takes by itself, of rows as ingest makes them, serialised beforehand. */
async function rawRate(): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < 5; round++) {
    const session = `raw-${(sessions += 1)}`;
    const lines = Array.from({ length: RAW_INSERT_ROWS }, (_, line) => ({
      line,
      raw: transcriptLine(session, line),
      endByte: null,
    }));
    const of = {
      id: crypto.randomUUID(),
      user_id: crypto.randomUUID(),
      harness: "claude-code",
      revision: 1,
      receivedAt: new Date(),
    } as const;
    const ndjson = readLines(lines, NO_CONTEXT, of)
      .rows.map((row) => JSON.stringify(row))
      .join("\n");
    const begun = performance.now();
    await analytical.command(
      `INSERT INTO session_line SETTINGS date_time_input_format = 'best_effort', insert_deduplicate = 0 FORMAT JSONEachRow\n${ndjson}`,
    );
    rates.push((RAW_INSERT_ROWS / (performance.now() - begun)) * 1000);
  }
  return median(rates);
}

async function ingest(senders: number, batch: number, lines = LINES_PER_RUN): Promise<Measured & { rate: number }> {
  const each = Math.max(1, Math.round(lines / senders / batch));
  const bodies = Array.from({ length: senders }, () => {
    const session = `bench-${(sessions += 1)}`;
    return Array.from({ length: each }, (_, at) => ingestBody(session, at * batch, batch));
  });
  const measured = await sendLoad({ port, path: "/api/v1/ingest/session", token, senders: bodies });
  return { ...measured, rate: (senders * each * batch) / measured.seconds };
}

/** Sessions of 500 lines, as many as it takes, written by the engine itself. */
async function fillTo(rows: number): Promise<void> {
  const [counted] = await analytical.query<{ stored: number }>("SELECT count() AS stored FROM session_line");
  const text = transcriptLine("filling", 1).replaceAll("'", " ").replaceAll("\\", " ");
  for (let done = counted?.stored ?? 0; done < rows; done += 250_000) {
    const count = Math.min(250_000, rows - done);
    await analytical.command(
      `INSERT INTO session_line (session, line, revision, user_id, harness, received_at, at, raw, outcome, line_type, known,
         shown, kinds, tool_calls, model, usage_key, input, output)
       SELECT toUUID(concat(substring(hex(MD5(toString(intDiv(number + ${done}, 500)))), 1, 8), '-0000-4000-8000-', substring(hex(MD5(toString(intDiv(number + ${done}, 500)))), 9, 12))),
         number % 500, 1, generateUUIDv4(), 'claude-code', now64(3), now64(3) - toIntervalSecond(number % 5184000),
         concat('${text}', toString(number)), 'rendered', 'assistant', 1, concat('[{"text":"', substring('${text}', 1, 500), toString(number), '"}]'),
         ['assistant'], 1, 'claude-sonnet-4-5', toString(number), 10, 20
       FROM numbers(${count}) SETTINGS max_execution_time = 300, insert_deduplicate = 0`,
    );
  }
}

/** What was just written is merged for a while, which is not what is measured. */
async function settle(): Promise<void> {
  for (;;) {
    const [row] = await analytical.query<{ merges: number }>("SELECT count() AS merges FROM system.merges");
    if (row?.merges === 0) return;
    await sleep(500);
  }
}

const raw = await rawRate();
await ingest(20, 50, 5000);
console.log(`raw engine: ${Math.round(raw)} rows/s in inserts of ${RAW_INSERT_ROWS}`);
console.log("sessions  batch   lines/s   of raw    p50 ms    p99 ms");
for (const senders of [1, 20, 200]) {
  for (const batch of [1, 50, 500]) {
    const lines = batch === 1 ? Math.min(LINES_PER_RUN, senders * 20) : LINES_PER_RUN;
    const { rate, times } = await ingest(senders, batch, lines);
    const columns = [
      senders,
      batch,
      Math.round(rate),
      (rate / raw).toFixed(2),
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.99).toFixed(1),
    ];
    console.log(columns.map((column) => String(column).padStart(8)).join("  "));
  }
}

console.log("stored rows   p50 of a 100-line batch   against the first");
let first = 0;
for (const rows of STORED) {
  await fillTo(rows);
  await settle();
  // One run says more about the machine's mood than about the table.
  const medians: number[] = [];
  for (let round = 0; round < 6; round++) medians.push(percentile((await ingest(4, 100, 12_000)).times, 0.5));
  const p50 = median(medians);
  first ||= p50;
  console.log(
    `${String(rows).padStart(10)}  ${p50.toFixed(1).padStart(12)} ms  ${(p50 / first).toFixed(2).padStart(16)}`,
  );
}

/** Whole requests of readers, at the size that was reached last. */
async function reads(): Promise<void> {
  const session = `audited-${(sessions += 1)}`;
  const hash = createHash("sha256");
  for (let start = 0; start < AUDITED_LINES; start += 1000) {
    const body = ingestBody(session, start, 1000);
    for (const text of (JSON.parse(body) as { lines: string[] }).lines) {
      hash.update(`${createHash("sha256").update(text).digest("hex")}\n`);
    }
    await sendLoad({ port, path: "/api/v1/ingest/session", token, senders: [[body]] });
  }
  const audit = {
    session_id: session,
    lines: [],
    final: true,
    session_hash: hash.digest("hex"),
    hashed_line_count: AUDITED_LINES,
  };
  await timed(`audit of ${AUDITED_LINES} lines`, 3, () => send("POST", "/ingest/session", token, audit));
  await timed("list of sessions", 20, () => send("GET", "/sessions?limit=50", token));
  await timed("one session", 20, () => send("GET", `/sessions/${session}`, token));
  await timed("200 events of it", 20, () => send("GET", `/sessions/${session}/events?limit=200`, token));
  await timed("60 days of everything", 3, () => send("GET", `/dashboard/summary?from=${SIXTY_DAYS_AGO}`, token));
}

async function timed(
  what: string,
  times: number,
  work: () => Promise<{ status: number; text: string }>,
): Promise<void> {
  const took: number[] = [];
  for (let round = 0; round < times; round++) {
    const begun = performance.now();
    const { status, text } = await work();
    if (status !== 200) throw new Error(`${what}: ${status} ${text}`);
    took.push(performance.now() - begun);
  }
  console.log(`${what.padEnd(24)} ${median(took).toFixed(1).padStart(10)} ms`);
}

await reads();
await close();
