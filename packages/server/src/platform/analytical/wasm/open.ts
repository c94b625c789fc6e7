import type { ClickHouseClient } from "@clickhouse/client";
import { connect } from "../clickhouse.js";
import type { Engine } from "../engine.js";
import { startEngineProcess, type EngineProcess } from "./start.js";

interface Running {
  readonly client: ClickHouseClient;
  readonly engine: EngineProcess;
}

/** chDB as WebAssembly, where there is no native build of it: a process of its own, reached like a ClickHouse server. */
export async function openChdbWasm(dir: string): Promise<Engine> {
  let running: Promise<Running> | undefined;

  async function start(): Promise<Running> {
    const engine = await startEngineProcess(dir);
    void engine.ended.then(() => (running = undefined));
    return { engine, client: connect(engine.url, "default") };
  }

  /** If the process died, whoever needs it next starts it again. */
  function current(): Promise<Running> {
    running ??= start().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  }

  await current();
  const run = async <T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> => work((await current()).client);
  return {
    name: "chDB",
    read: run,
    write: run,
    // Not a query, which would wait for the one that runs: the process answers while its engine is busy.
    ping: () => run(pingProcess),
    async close() {
      const last = await running;
      await last?.client.close();
      await last?.engine.stop();
    },
  };
}

async function pingProcess(client: ClickHouseClient): Promise<void> {
  const answer = await client.ping();
  if (!answer.success) throw answer.error;
}
