import { setImmediate } from "node:timers/promises";
import type { ClickHouseClient } from "@clickhouse/client";
import { connect } from "../clickhouse.js";
import type { Engine } from "../engine.js";
import { startEngineProcess, type EngineProcess } from "./start.js";

interface Running {
  readonly client: ClickHouseClient;
  readonly engine: EngineProcess;
  /** What it has not answered yet. */
  readonly underWay: Set<Promise<unknown>>;
}

/** chDB as WebAssembly, where there is no native build of it: a process of its own, reached like a ClickHouse server. */
export async function openChdbWasm(dir: string): Promise<Engine> {
  let running: Promise<Running> | undefined;
  let closing = false;

  async function start(): Promise<Running> {
    const engine = await startEngineProcess(dir);
    const started = { engine, client: connect(engine.url, "default"), underWay: new Set<Promise<unknown>>() };
    void engine.nearlyFull.then(() => {
      if (!closing) void begin(() => replace(started));
    });
    return started;
  }

  /** A process that stands by is not possible, because only one process may open the directory, so requests wait meanwhile. */
  async function replace(last: Running): Promise<Running> {
    // One round of the event loop later everyone who was given the old client has begun to use it.
    await setImmediate();
    await Promise.allSettled(last.underWay);
    await stop(last);
    return start();
  }

  function begin(work: () => Promise<Running>): Promise<Running> {
    const beginning = work();
    const forget = (): void => {
      if (running === beginning) running = undefined;
    };
    void beginning.then(({ engine }) => engine.ended.then(forget), forget);
    return (running = beginning);
  }

  async function run<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    // If the process died, the next request restarts it.
    const { client, underWay } = await (running ?? begin(start));
    const answer = work(client);
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  }

  await begin(start);
  return {
    name: "chDB",
    read: run,
    write: run,
    // Not a query, which would wait for the one that runs: the process answers while its engine is busy.
    ping: () => run(pingProcess),
    async close() {
      closing = true;
      const last = await running;
      if (last) await stop(last);
    },
  };
}

async function stop({ client, engine }: Running): Promise<void> {
  await client.close();
  await engine.stop();
}

async function pingProcess(client: ClickHouseClient): Promise<void> {
  const answer = await client.ping();
  if (!answer.success) throw answer.error;
}
