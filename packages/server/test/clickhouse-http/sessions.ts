import { drainPending, Session } from "chdb";

const SESSIONS_AT_ONCE = 4;

export interface Sessions {
  run<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Every piece of work gets a session of its own, at most four at a time. Settings, parameters and the
 * current database stick to a chDB session; one that is never used twice cannot leak them.
 */
export function openSessions(dataDir: string, configFile: string | undefined): Sessions {
  // Kept open because the engine, its background merges included, stops with the last session.
  // It also decides the configuration, which chDB reads only when the first session of a process opens.
  const first = new Session(
    dataDir,
    configFile === undefined ? {} : { connectionArgs: [`--config-file=${configFile}`] },
  );
  const turns = takingTurns(SESSIONS_AT_ONCE);

  return {
    async run(work) {
      await turns.take();
      try {
        return await inNewSession(dataDir, work);
      } finally {
        turns.give();
      }
    },
    async close() {
      first.close();
      await drainPending();
    },
  };
}

async function inNewSession<T>(dataDir: string, work: (session: Session) => Promise<T>): Promise<T> {
  const session = new Session(dataDir);
  try {
    return await work(session);
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
