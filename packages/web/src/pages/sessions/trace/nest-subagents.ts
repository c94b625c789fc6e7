import type { Session } from "@tackroom/contract";

export interface Nested {
  readonly session: Session;
  readonly subagents: readonly Nested[];
}

/** The subagents of a session, oldest first. A session that claims to be its own ancestor is shown once. */
export function nestSubagents(parent: string, sessions: readonly Session[], above: readonly string[] = []): Nested[] {
  const ancestors = [...above, parent];
  return sessions
    .filter(({ parent_session_id, session_id }) => parent_session_id === parent && !ancestors.includes(session_id))
    .toSorted((one, other) => (one.started_at ?? "").localeCompare(other.started_at ?? ""))
    .map((session) => ({ session, subagents: nestSubagents(session.session_id, sessions, ancestors) }));
}
