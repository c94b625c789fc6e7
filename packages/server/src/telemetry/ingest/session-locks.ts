import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { createBatcher, createKeyedMutex } from "../../platform/concurrency.js";
import { newId } from "../../platform/ids.js";
import type { Db, Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import type { ActivityChange } from "../core/activity.js";
import {
  findSessionsByKey,
  insertLeasedSession,
  leaseSession,
  releaseSession,
  renewLease,
  saveSessions,
  type Lease,
  type SessionChange,
  type SessionRow,
} from "../stores/session-store.js";

/** Exclusive use of one session. */
export interface LockedSession {
  /** As it was saved last; blank when it never was. */
  readonly session: SessionRow;
  /** For the rows to be written: higher than every one before. */
  readonly revision: number;
  /** The one before may have ended in the middle: see `settleSession`. */
  readonly mayHaveLeftovers: boolean;
  /** False when someone else has written it in spite of our lock; then nothing is changed. */
  save(
    session: SessionRow,
    activity: ActivityChange,
    act?: (work: (tx: Tx) => Promise<boolean>) => Promise<boolean>,
  ): Promise<boolean>;
}

export interface SessionLocks {
  /** Requests of one session take effect one after another, whichever process they reach. */
  hold<T>(blank: SessionRow, work: (held: LockedSession) => Promise<T>): Promise<T>;
  /** The session as it is now. */
  find(id: string): Promise<SessionRow | undefined>;
}

/** Statements carry this many sessions at most: with one connection, two hundred reads would be two hundred waits. */
const SESSIONS_AT_ONCE = 200;
/** The sessions that were written last, which are those that will be written next. */
const REMEMBERED = 5000;
/** After that the lease of a crashed holder expires. One that is alive renews it, since nobody can say how long its work may take. */
const LEASE_SECONDS = 60;
/** Two renewals may fail before the lease expires. */
const RENEW_EVERY_MS = (LEASE_SECONDS * 1000) / 3;
const MAX_WAIT_MS = 30_000;

export function openSessionLocks(db: Db, { isSingleProcess }: { readonly isSingleProcess: boolean }): SessionLocks {
  const store: SharedStatements = {
    find: createBatcher(async (ids: readonly string[]) => {
      const found = new Map((await findSessionsByKey(db, ids)).map((session) => [session.id, session]));
      return ids.map((id) => found.get(id));
    }, SESSIONS_AT_ONCE),
    save: createBatcher(async (changes: readonly SessionChange[]) => {
      const saved = await saveSessions(db, changes);
      return changes.map(({ session }) => saved.has(session.id));
    }, SESSIONS_AT_ONCE),
  };
  return isSingleProcess ? inProcessLocks(store) : leasedLocks(db, store);
}

interface SharedStatements {
  find(id: string): Promise<SessionRow | undefined>;
  save(change: SessionChange): Promise<boolean>;
}

/** No other process writes: a mutex in memory is enough, and what was written last need not be read again. */
function inProcessLocks(store: SharedStatements): SessionLocks {
  const mutex = createKeyedMutex();
  const remembered = new LRUCache<string, SessionRow>({ max: REMEMBERED });
  const find = async (id: string): Promise<SessionRow | undefined> => remembered.get(id) ?? store.find(id);

  return {
    find,
    hold: (blank, work) =>
      mutex.run(blank.id, async () => {
        const known = remembered.get(blank.id);
        // Only what is saved is known again: work that fails, like a process that dies, leaves its session unknown.
        remembered.delete(blank.id);
        const session = known ?? (await store.find(blank.id)) ?? blank;
        return work({
          session,
          mayHaveLeftovers: !known,
          // Above what a crashed attempt may have written, of which only the clock knows.
          revision: Math.max(session.revision + 1, Date.now() * 1000),
          save: async (changed, activity, act) => {
            const change = { session: changed, activity };
            const saved = await (act ? act((tx) => saveIn(tx, change)) : store.save(change));
            if (saved) remembered.set(changed.id, changed);
            return saved;
          },
        });
      }),
  };
}

async function saveIn(tx: Tx, change: SessionChange): Promise<boolean> {
  return (await saveSessions(tx, [change])).has(change.session.id);
}

/** Other processes write too: a lease on the row locks it between them. */
function leasedLocks(db: Db, store: SharedStatements): SessionLocks {
  const mutex = createKeyedMutex();
  return {
    find: store.find,
    hold: (blank, work) =>
      // Within the process the mutex decides, so that only one of its requests waits for the lease.
      mutex.run(blank.id, async () => {
        const holder = newId();
        const session = await lease(db, blank, holder);
        const stopRenewing = keepRenewing(db, { id: blank.id, holder, seconds: LEASE_SECONDS });
        let isSaved = false;
        try {
          return await work({
            session,
            revision: session.attempt,
            mayHaveLeftovers: session.attempt > session.revision + 1,
            save: async (changed, activity, act) => {
              const mine = { session: { ...changed, lease_holder: holder }, activity };
              isSaved = await (act ? act((tx) => saveIn(tx, mine)) : store.save(mine));
              return isSaved;
            },
          });
        } finally {
          stopRenewing();
          if (!isSaved) await releaseSession(db, blank.id, holder);
        }
      }),
  };
}

function keepRenewing(db: Db, held: Lease): () => void {
  const timer = setInterval(() => {
    // A lease that could not be renewed may be lost, and then the save changes nothing.
    renewLease(db, held).catch(() => undefined);
  }, RENEW_EVERY_MS);
  return () => clearInterval(timer);
}

async function lease(db: Db, blank: SessionRow, holder: string): Promise<SessionRow> {
  const giveUpAt = Date.now() + MAX_WAIT_MS;
  for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
    const leased = await leaseSession(db, { id: blank.id, holder, seconds: LEASE_SECONDS });
    if (leased) return leased;
    const first = { ...blank, attempt: 1, lease_holder: holder };
    if (await insertLeasedSession(db, first, LEASE_SECONDS)) return first;
    if (Date.now() > giveUpAt) {
      throw new ServiceError("unavailable", "Another request is writing this session. Retry shortly.", {
        retryAfterSeconds: 5,
      });
    }
    await sleep(wait);
  }
}
