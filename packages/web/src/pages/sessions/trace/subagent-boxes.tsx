import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { useList } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { exactNumber } from "../../../ui/data/figures.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { keyOf, refOf, SessionLink } from "../session-link.js";
import { SessionOfLines } from "./line-images.js";
import type { Nested } from "./nest-subagents.js";
import { StepRow } from "./step-row.js";
import { stepsOf, type Step } from "./steps.js";
import { SubagentLine } from "./subagent-line.js";
import { subagentsAt } from "./place-subagents.js";
import type { Opened } from "./use-opened.js";

/** Further events are on the subagent's own page: nested rows are not virtualized and must stay fast. */
const MAX_EVENTS = 200;

interface SubagentBoxesProps {
  readonly subagents: readonly Nested[];
  readonly opened: Opened;
}

/** The subagents that a step started, below it; each opens to its own steps. */
export function SubagentBoxes({ subagents, opened }: SubagentBoxesProps) {
  if (subagents.length === 0) return null;
  return (
    <ul aria-label="Subagents started here" className="mb-2 ml-6 flex flex-col gap-2 sm:ml-19">
      {subagents.map((nested) => {
        const name = keyOf(nested.session);
        const isOpen = opened.isOpen(name);
        const Arrow = isOpen ? ChevronDown : ChevronRight;
        return (
          <li key={name} className="flex min-w-0 flex-col gap-1 rounded-lg border border-c5 px-3 py-2">
            <SubagentLine session={nested.session} />
            <Button
              size="small"
              variant="quiet"
              className="self-start"
              aria-expanded={isOpen}
              onClick={() => opened.set(name, !isOpen)}
            >
              <Arrow size={14} aria-hidden="true" />
              {isOpen ? "Hide events" : `Show ${exactNumber(nested.session.events)} events`}
              <span className="sr-only">: {nested.session.session_id}</span>
            </Button>
            {isOpen && <SubagentSteps nested={nested} opened={opened} />}
          </li>
        );
      })}
    </ul>
  );
}

interface SubagentStepsProps {
  readonly nested: Nested;
  readonly opened: Opened;
}

function SubagentSteps({ nested: { session, subagents }, opened }: SubagentStepsProps) {
  const events = useList("listSessionEvents", {
    params: { id: session.session_id },
    query: { ...refOf(session), limit: MAX_EVENTS },
  });
  const items = events.data?.items;
  const steps = useMemo(() => stepsOf(items ?? []), [items]);
  const keyOfStep = ({ offset }: Step): string => `${keyOf(session)} ${offset}`;
  const startedAt = Date.parse(session.started_at ?? "");
  return (
    <Loaded query={events} skeleton={<SkeletonRows rows={3} />}>
      {({ items: loaded, total }) => (
        <>
          <ol aria-label={`Events of ${session.session_id}`} className="flex flex-col">
            {steps.map((step) => (
              <li key={step.offset}>
                <SessionOfLines value={session}>
                  <StepRow
                    {...{ step, startedAt, isInner: false, isLive: false, onLink: undefined }}
                    isOpen={opened.isOpen(keyOfStep(step), step.hasFailed)}
                    onToggle={(which, isOpen) => opened.set(keyOfStep(which), isOpen)}
                  />
                </SessionOfLines>
                <SubagentBoxes
                  subagents={subagentsAt(step.offset, (at) => loaded[at], loaded.length, subagents)}
                  opened={opened}
                />
              </li>
            ))}
          </ol>
          {total > loaded.length && (
            <p className="text-sm text-muted">
              <SessionLink session={session}>Open the session</SessionLink> to see all {exactNumber(total)} events.
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
