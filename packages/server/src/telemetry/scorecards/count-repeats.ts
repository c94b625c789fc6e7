import { outdatedOfAgent, outdatedSince, saveRepeats, type OutdatedRepeats } from "../stores/repeats-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

export type CountDeps = Pick<TelemetryDeps, "db" | "repeatCounts">;

/** As many sessions as one look into the analytical store counts. */
const SESSIONS_AT_ONCE = 200;
const SESSIONS_PER_RUN = 5000;
/** What has waited for longer, because nothing ran or too much came, is counted when someone asks for it. */
const RECENT_MS = 60 * 60 * 1000;

/** Counts the repeated calls of the agent's sessions that have changed since they were counted. */
export async function countRepeatsOf(deps: CountDeps, agentId: string, from: string): Promise<void> {
  await count(deps, await outdatedOfAgent(deps.db, agentId, from));
}

/** The same for sessions of all agents that something has arrived for lately. */
export async function countRecentRepeats(deps: CountDeps): Promise<void> {
  await count(deps, await outdatedSince(deps.db, new Date(Date.now() - RECENT_MS), SESSIONS_PER_RUN));
}

async function count({ db, repeatCounts }: CountDeps, outdated: readonly OutdatedRepeats[]): Promise<void> {
  for (let at = 0; at < outdated.length; at += SESSIONS_AT_ONCE) {
    const some = outdated.slice(at, at + SESSIONS_AT_ONCE);
    const counted = new Map((await repeatCounts.countRepeats(some)).map((each) => [each.session, each]));
    const rows = some.map(({ session, revision }) => {
      const { calls = 0, repeats = 0 } = counted.get(session) ?? {};
      return { session, revision, calls, repeats };
    });
    await saveRepeats(db, rows);
  }
}
