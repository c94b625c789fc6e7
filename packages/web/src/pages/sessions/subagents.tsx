import type { Session } from "@tackroom/contract";
import { useList } from "../../api/queries.js";
import { Section } from "../../ui/layout/card.js";
import type { Nested } from "./nest-subagents.js";
import { keyOf, refOf } from "./session-link.js";
import { SubagentLine } from "./subagent-line.js";

/** As many as one page of a list has. */
const MOST = 200;

/** The sessions that this one can have started: those of the same person, in the same harness and project, after it began. */
export function useLaterSessions(session: Session) {
  const from = session.started_at;
  // Earlier lines may come later, and with them another beginning: what is shown stays until that is answered.
  return useList(
    "listSessions",
    { query: { ...refOf(session), limit: MOST, ...(from === null ? {} : { from }) } },
    { keepsPrevious: true },
  );
}

export function Subagents({ subagents }: { readonly subagents: readonly Nested[] }) {
  if (subagents.length === 0) return null;
  return (
    <Section title="Subagents">
      <Level nested={subagents} />
    </Section>
  );
}

const Level = ({ nested }: { readonly nested: readonly Nested[] }) => (
  <ul className="flex flex-col gap-1 border-l-2 border-line pl-3">
    {nested.map(({ session, subagents }) => (
      <li key={keyOf(session)} className="flex flex-col gap-1">
        <SubagentLine session={session} />
        {subagents.length > 0 && <Level nested={subagents} />}
      </li>
    ))}
  </ul>
);
