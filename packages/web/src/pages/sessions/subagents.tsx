import type { Session } from "@tackroom/contract";
import { useList } from "../../api/queries.js";
import { Section } from "../../ui/layout/card.js";
import type { Nested } from "./nest-subagents.js";
import { keyOf, refOf } from "./session-link.js";
import { SubagentLine } from "./subagent-line.js";

/** The max page size. */
const MAX_SUBAGENTS = 200;

/** Possible subagents: sessions of the same user, harness and project that started later. */
export function useLaterSessions(session: Session) {
  const from = session.started_at;
  // Earlier lines may arrive later and change the start time: the current list is kept until the new one is loaded.
  return useList(
    "listSessions",
    { query: { ...refOf(session), limit: MAX_SUBAGENTS, ...(from === null ? {} : { from }) } },
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
