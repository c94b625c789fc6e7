// The process that is killed: tells what is stored, then writes through the real platform and says what was acknowledged.
import { readConfig } from "@tackroom/server/platform/config";
import { createLog } from "@tackroom/server/platform/log";
import { openPlatform, type Platform } from "@tackroom/server/platform/platform";
import { Type } from "typebox";

const CALLERS = 50;

const [, , dataDir = "", mode = "write", firstId = "0"] = process.argv;

/** Written at once, because a pipe is synchronous here: what was acknowledged is known even if the next thing is the kill. */
function tell(kind: string, value: unknown): void {
  process.stdout.write(`${JSON.stringify([kind, value])}\n`);
}

async function open(): Promise<Platform> {
  const read = readConfig({ env: { DATA_DIR: dataDir, DATABASE_URL: process.env["DATABASE_URL"] } });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const platform = await openPlatform(
    read.config,
    createLog({ level: "error", readable: false, destination: process.stderr }),
  );
  await platform.relational.pool.query("CREATE TABLE IF NOT EXISTS crash (id integer, PRIMARY KEY (id))");
  await platform.analytical.command(`CREATE TABLE IF NOT EXISTS crash (id UInt32, text String) ENGINE = MergeTree
    ORDER BY id SETTINGS non_replicated_deduplication_window = 1000`);
  return platform;
}

async function tellStored({ relational, analytical }: Platform): Promise<void> {
  const { rows } = await relational.pool.query<{ id: number }>("SELECT id FROM crash");
  tell(
    "relational stored",
    rows.map(({ id }) => id),
  );
  tell(
    "analytical stored",
    (await analytical.query<{ id: number }>("SELECT id FROM crash")).map(({ id }) => id),
  );
}

/** A job that is begun and never ends: killed in the middle, it has to run again. */
async function watchJob({ jobs }: Platform): Promise<void> {
  const job = {
    name: "crash.job",
    payload: Type.Object({}),
    retryAfterSeconds: [0, 0, 0],
    timeoutSeconds: 300,
    run: async (): Promise<void> => {
      tell("job begun", null);
      if (mode === "write") await new Promise(() => undefined);
    },
  };
  await jobs.register(job, {});
  if (firstId === "0" && mode === "write") await jobs.enqueue(job, {});
}

async function write({ relational, analytical }: Platform): Promise<void> {
  let next = Number(firstId);
  const caller = async (): Promise<never> => {
    for (;;) {
      const id = next++;
      await analytical.writer.append("crash", [{ id, text: "x".repeat(200) }]);
      tell("analytical acknowledged", id);
      await relational.pool.query("INSERT INTO crash VALUES ($1)", [id]);
      tell("relational acknowledged", id);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

const platform = await open();
await tellStored(platform);
await watchJob(platform);
tell("ready", null);
if (mode === "write") await write(platform);
