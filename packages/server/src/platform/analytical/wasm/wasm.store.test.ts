import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.js";
import { temporaryDirectory } from "../../../../test/temporary.js";
import { lockDirectory } from "../../data-directory/lock.js";
import { readRows, type Engine } from "../engine.js";
import { hasNativeChdb } from "./installed.js";
import { openChdbWasm } from "./open.js";

const run = (engine: Engine, query: string): Promise<unknown> => engine.write((client) => client.command({ query }));
const rows = (engine: Engine, sql: string): Promise<unknown[]> => engine.read((client) => readRows(client, sql));

/** The holder of the directory is the engine's process. */
async function processOf(directory: string): Promise<number> {
  const refusal = await lockDirectory(directory).then(() => "nobody holds it", String);
  const pid = Number(/in use by process (\d+)/.exec(refusal)?.[1]);
  expect(pid).toBeGreaterThan(0);
  return pid;
}

// Each start of the engine takes seconds, so these share what they can.
describe("chDB as WebAssembly", () => {
  beforeEach(({ skip }) => skip(hasNativeChdb(), "there is a native build for this platform, which is used instead"));

  const directory = temporaryDirectory();
  let engine: Engine;
  beforeAll(async () => {
    if (!hasNativeChdb()) engine = await openChdbWasm(directory);
  });
  afterAll(() => engine?.close());

  test("changes rows of a part, which takes hard links elsewhere", async () => {
    await run(engine, "CREATE TABLE changed (id UInt32, text String) ENGINE = MergeTree ORDER BY id");
    await run(engine, "INSERT INTO changed VALUES (1, 'a'), (2, 'b')");
    await run(engine, "ALTER TABLE changed UPDATE text = 'c' WHERE id = 2 SETTINGS mutations_sync = 1");
    expect(await rows(engine, "SELECT text FROM changed ORDER BY id")).toEqual([{ text: "a" }, { text: "c" }]);
  });

  test("takes a statement that is larger than the engine's stack", async () => {
    await run(engine, "CREATE TABLE large (text String) ENGINE = MergeTree ORDER BY tuple()");
    const text = "x".repeat(12 * 1024 * 1024);
    await run(engine, `INSERT INTO large FORMAT JSONEachRow\n${JSON.stringify({ text })}`);
    expect(await rows(engine, "SELECT length(text) AS length FROM large")).toEqual([{ length: text.length }]);
  });

  test("leaves no setting of one statement to the next", async () => {
    const setting = (): Promise<unknown[]> => rows(engine, "SELECT getSetting('max_block_size') AS size");
    const [before] = await setting();
    await run(engine, "SET max_block_size = 7");
    await engine.read((client) => client.query({ query: "SELECT 1", clickhouse_settings: { max_block_size: "9" } }));
    expect(await setting()).toEqual([before]);
  });

  test("refuses a directory that another process uses", async () => {
    await expect(openChdbWasm(directory)).rejects.toThrow(
      `The analytical store in ${directory} is in use by another process. Stop that process first.`,
    );
  });

  test("keeps what it acknowledged when it is killed, and starts again when it is needed", async () => {
    await run(engine, "CREATE TABLE kept (id UInt32) ENGINE = MergeTree ORDER BY id");
    await run(engine, "INSERT INTO kept VALUES (7)");
    process.kill(await processOf(directory), "SIGKILL");
    await eventually(async () => expect(await rows(engine, "SELECT id FROM kept")).toEqual([{ id: 7 }]));
  });

  test("is replaced when its memory, which never shrinks, is nearly full, and refuses nobody meanwhile", async () => {
    await run(engine, "CREATE TABLE counted (id UInt32) ENGINE = MergeTree ORDER BY id");
    const before = await processOf(directory);
    // Itself it may be refused.
    const greedy = rows(
      engine,
      "SELECT length(groupArray(randomString(1048576))) FROM numbers(1300) SETTINGS max_memory_usage = 0, max_block_size = 8",
    ).catch(() => undefined);
    let written = 0;
    const writing = async (): Promise<void> => {
      await run(engine, `INSERT INTO counted VALUES (${written})`);
      written += 1;
    };
    await Promise.all([greedy, writing(), writing()]);
    do await writing();
    while ((await processOf(directory)) === before);
    await writing();
    expect(await rows(engine, "SELECT count() AS rows FROM counted")).toEqual([{ rows: written }]);
  });
});
