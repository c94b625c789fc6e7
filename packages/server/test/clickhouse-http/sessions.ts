import type { Sessions, Statement, StatementResult } from "@tackroom/server/platform/analytical/clickhouse-http";
import { drainPending, Session } from "chdb";

const SESSIONS_AT_ONCE = 4;

/**
 * Every piece of work gets a session of its own, at most four at a time. Settings, parameters and the
 * current database stick to a chDB session; one that is never used twice cannot leak them.
 */
export function openNativeSessions(dataDir: string, configFile: string | undefined): Sessions {
  // Kept open because the engine, its background merges included, stops with the last session.
  // It also decides the configuration, which chDB reads only when the first session of a process opens.
  const first = new Session(
    dataDir,
    configFile === undefined ? {} : { connectionArgs: [`--config-file=${configFile}`] },
  );
  const turns = takingTurns(SESSIONS_AT_ONCE);

  return {
    async run(statement) {
      await turns.take();
      try {
        return await inNewSession(dataDir, statement);
      } finally {
        turns.give();
      }
    },
    isResponsive: () => true,
    async close() {
      first.close();
      await drainPending();
    },
  };
}

async function inNewSession(dataDir: string, { preamble, params, sql, format }: Statement): Promise<StatementResult> {
  const session = new Session(dataDir);
  try {
    for (const step of [...preamble, ...params]) await session.queryAsync(step);
    const result = await session.queryAsync(sql, { format });
    return { bytes: result.bytes(), rows: result.rowsRead, bytesRead: result.bytesRead, seconds: result.elapsed };
  } finally {
    session.close();
  }
}

interface Turns {
  take(): Promise<void>;
  give(): void;
}

function takingTurns(atOnce: number): Turns {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    async take() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    give() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
