import type { Session } from "@tackroom/contract";
import { useList } from "../../api/queries.js";
import { Section } from "../../ui/card.js";
import { compactNumber, exactNumber } from "../../ui/figures.js";
import { nestSubagents, type Nested } from "./nest-subagents.js";
import { StateBadge } from "./session-badges.js";
import { keyOf, refOf, SessionLink } from "./session-link.js";

/** As many as one page of a list has. */
const MOST = 200;

/** The sessions that this one started, and those that they started in turn. */
export function Subagents({ session }: { readonly session: Session }) {
  // A subagent works for the same person, in the same harness and project, after its parent began.
  const from = session.started_at;
  const { data } = useList("listSessions", {
    query: { ...refOf(session), limit: MOST, ...(from === null ? {} : { from }) },
  });
  const nested = nestSubagents(session.session_id, data?.items ?? []);
  if (nested.length === 0) return null;
  return (
    <Section title="Subagents">
      <Level nested={nested} />
    </Section>
  );
}

const Level = ({ nested }: { readonly nested: readonly Nested[] }) => (
  <ul className="flex flex-col gap-1 border-l-2 border-line pl-3">
    {nested.map(({ session, subagents }) => (
      <li key={keyOf(session)} className="flex flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <SessionLink session={session} />
          <StateBadge session={session} />
          <span className="text-sm text-muted">
            {exactNumber(session.events)} events, {compactNumber(session.tokens.total)} tokens,{" "}
            {exactNumber(session.tool_failures)} failed tool calls
          </span>
        </span>
        {subagents.length > 0 && <Level nested={subagents} />}
      </li>
    ))}
  </ul>
);
