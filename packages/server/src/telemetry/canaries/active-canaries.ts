import type { AgentNotes } from "@tackroom/harness";
import { createBatcher } from "../../platform/concurrency.js";
import type { Db } from "../../platform/relational/tx.js";
import { listActiveCanaries, type StoredCanary } from "../stores/canary-store.js";
import { sentenceOf } from "./canary-values.js";

/** The active canaries of an agent, newest first, as they are at this moment. */
export type ActiveCanaries = (agentId: string) => Promise<readonly StoredCanary[]>;

const AGENTS_AT_ONCE = 200;

/** Each batch of a session with an agent asks; those of one moment share a statement. */
export function openActiveCanaries(db: Db): ActiveCanaries {
  return createBatcher(async (agentIds: readonly string[]) => {
    const found = await listActiveCanaries(db, [...new Set(agentIds)]);
    return agentIds.map((agentId) => found.filter(({ agent_id }) => agent_id === agentId));
  }, AGENTS_AT_ONCE);
}

/** What an install of an agent adds for its canaries: the same for everyone, until a canary comes or goes. */
export function createCanaryNotes(canariesOf: ActiveCanaries): (agentId: string) => Promise<AgentNotes> {
  return async (agentId) => {
    const active = (await canariesOf(agentId)).toReversed();
    const sentences = (point: StoredCanary["injection_point"]): string[] =>
      active
        .filter(({ injection_point }) => injection_point === point)
        .map(({ canary_type, canary_value }) => sentenceOf(canary_type, canary_value));
    return { prompt: sentences("prompt"), skill: sentences("skill") };
  };
}
