// The writer against the raw engine, both in this run and on the same embedded store with fsync on.
// Aims: 0.8 of the raw insert at 1,000-row batches; 20 times one-insert-per-row when 200 callers write one row each.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChdb } from "@tackroom/server/platform/analytical/chdb";
import { insertRows } from "@tackroom/server/platform/analytical/engine";
import { createWriter } from "@tackroom/server/platform/analytical/writer";
import { createLog } from "@tackroom/server/platform/log";

const BATCH = 1000;
const CALLERS = 200;
const TEXT = JSON.stringify({ type: "assistant", message: { content: "lorem ipsum dolor sit amet ".repeat(14) } });

interface Row {
  readonly session: string;
  readonly line: number;
  readonly raw: string;
  readonly at: string;
}

let line = 0;
const makeRow = (): Row => ({ session: `s${line % 50}`, line: line++, raw: TEXT, at: "2026-01-01 00:00:00.123" });
const makeRows = (count: number): Row[] => Array.from({ length: count }, makeRow);

/** Rows per second of `work`, which handles `rows` of them. */
async function speed(rows: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (rows / (performance.now() - begun)) * 1000;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const dir = mkdtempSync(join(tmpdir(), "tack-bench-"));
const engine = await openChdb(dir);
const log = createLog({ level: "error", readable: false });
const writer = createWriter({ log, insert: (batch) => engine.write((client) => insertRows(client, batch)) });
const makeTable = (name: string): Promise<unknown> =>
  engine.write((client) =>
    client.command({
      query: `CREATE TABLE ${name} (session String, line UInt32, raw String CODEC(ZSTD), at DateTime64(3))
        ENGINE = MergeTree ORDER BY (session, line) SETTINGS non_replicated_deduplication_window = 1000`,
    }),
  );
const rawInsert = (table: string, values: Row[]): Promise<unknown> =>
  engine.write((client) => client.insert({ table, values, format: "JSONEachRow" }));

async function batches(): Promise<void> {
  await makeTable("raw_batches");
  await makeTable("writer_batches");
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < 12; round++) {
    const [forRaw, forWriter] = [0, 1].map(() => Array.from({ length: 10 }, () => makeRows(BATCH)));
    const raw = await speed(10 * BATCH, async () => {
      for (const rows of forRaw ?? []) await rawInsert("raw_batches", rows);
    });
    const ours = await speed(10 * BATCH, async () => {
      for (const rows of forWriter ?? []) await writer.append("writer_batches", rows);
    });
    // The first rounds warm up both.
    if (round < 2) continue;
    ratios.push(ours / raw);
    speeds.push(ours);
  }
  console.log(
    `${BATCH}-row batches: ${median(ratios).toFixed(2)} of the raw insert (${Math.round(median(speeds))} rows/s; aim 0.8)`,
  );
}

async function singleRows(): Promise<void> {
  await makeTable("raw_rows");
  await makeTable("writer_rows");
  const ratios: number[] = [];
  let cpu = 0;
  let rows = 0;
  for (let round = 0; round < 6; round++) {
    const raw = await speed(100, async () => {
      for (const row of makeRows(100)) await rawInsert("raw_rows", [row]);
    });
    const before = process.cpuUsage();
    const perCaller = 15;
    const ours = await speed(CALLERS * perCaller, () =>
      Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (let each = 0; each < perCaller; each++) await writer.append("writer_rows", [makeRow()]);
        }),
      ),
    );
    const used = process.cpuUsage(before);
    if (round === 0) continue;
    ratios.push(ours / raw);
    cpu += used.user + used.system;
    rows += CALLERS * perCaller;
  }
  console.log(
    `${CALLERS} callers, one row each: ${median(ratios).toFixed(1)} times one insert per row ` +
      `(${(cpu / rows).toFixed(0)} µs of CPU per row; aim 20)`,
  );
}

await batches();
await singleRows();
await writer.close();
await engine.close();
rmSync(dir, { recursive: true, force: true });
