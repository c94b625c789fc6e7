import { ChevronDown, ChevronRight } from "lucide-react";
import { useList } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { exactNumber } from "../../ui/data/figures.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import type { Nested } from "./nest-subagents.js";
import { subagentsAt } from "./place-subagents.js";
import { keyOf, refOf, SessionLink } from "./session-link.js";
import { SubagentLine } from "./subagent-line.js";
import { TraceRow } from "./trace-row.js";

/** The expanded rows, stored in the trace because rows out of view are unmounted. */
export interface Opened {
  readonly has: (name: string) => boolean;
  readonly toggle: (name: string) => void;
}

/** Further events are on the subagent's own page: nested rows are not virtualized and must stay fast. */
const MAX_NESTING = 50;

interface NestedTracesProps {
  readonly subagents: readonly Nested[];
  readonly opened: Opened;
}

/** The subagents started by an event, shown below it; each expands to its own events. */
export function NestedTraces({ subagents, opened }: NestedTracesProps) {
  if (subagents.length === 0) return null;
  return (
    <ul aria-label="Subagents started here" className="mb-2 flex flex-col gap-2 border-l-2 border-accent pl-3">
      {subagents.map((nested) => {
        const name = keyOf(nested.session);
        const isOpen = opened.has(name);
        const Arrow = isOpen ? ChevronDown : ChevronRight;
        return (
          <li key={name} className="flex min-w-0 flex-col gap-1">
            <SubagentLine session={nested.session} />
            <Button
              size="small"
              variant="quiet"
              className="self-start"
              aria-expanded={isOpen}
              onClick={() => opened.toggle(name)}
            >
              <Arrow size={14} aria-hidden="true" />
              {isOpen ? "Hide events" : `Show ${exactNumber(nested.session.events)} events`}
              <span className="sr-only">: {nested.session.session_id}</span>
            </Button>
            {isOpen && <NestedTrace nested={nested} opened={opened} />}
          </li>
        );
      })}
    </ul>
  );
}

function NestedTrace({ nested: { session, subagents }, opened }: { readonly nested: Nested; readonly opened: Opened }) {
  const events = useList("listSessionEvents", {
    params: { id: session.session_id },
    query: { ...refOf(session), limit: MAX_NESTING },
  });
  const nameOf = (line: number, index: number): string => `${keyOf(session)} ${line} ${index}`;
  return (
    <Loaded query={events} skeleton={<SkeletonRows rows={3} />}>
      {({ items, total }) => (
        <>
          <ol aria-label={`Events of ${session.session_id}`} className="flex flex-col divide-y divide-line">
            {items.map((event, index) => {
              const name = nameOf(event.line, index);
              return (
                <li key={name}>
                  <TraceRow event={event} name={name} isOpen={opened.has(name)} onToggle={opened.toggle} />
                  <NestedTraces
                    subagents={subagentsAt(index, (at) => items[at], items.length, subagents)}
                    opened={opened}
                  />
                </li>
              );
            })}
          </ol>
          {total > items.length && (
            <p className="text-sm text-muted">
              <SessionLink session={session}>Open the session</SessionLink> to see all {exactNumber(total)} events.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
