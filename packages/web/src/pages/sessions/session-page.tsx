import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Session } from "@tackroom/contract";
import { ASKED_EVERY_MS, useSessionUpdates } from "../../api/live.js";
import { useCall } from "../../api/queries.js";
import { Section } from "../../ui/layout/card.js";
import { CopyButton } from "../../ui/feedback/copy-button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { ScrollText } from "lucide-react";
import { givenName, keyOf } from "./session-link.js";
import { IntegrityBadge, StateBadge } from "./session-badges.js";
import { useSessionNames, type SessionNames } from "./names.js";
import { SessionSummary } from "./session-summary.js";
import { LiveBadge } from "./live-badge.js";
import { nestSubagents, type Nested } from "./nest-subagents.js";
import { Subagents, useLaterSessions } from "./subagents.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { useEventCount } from "./use-events.js";

/** A session with its summary and all its events. */
export function SessionPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const { values: query } = useAddressFilters(["harness", "project", "user_id"]);
  const queries = useQueryClient();
  const live = useSessionUpdates(() => void queries.invalidateQueries({ queryKey: ["getSession"] }), id);
  const session = useCall("getSession", { params: { id }, query }, live ? {} : { refetchEveryMs: ASKED_EVERY_MS });
  const names = useSessionNames();
  return (
    <Page
      title={`Session ${(session.data && givenName(session.data)) ?? id}`}
      heading={
        <div className="flex flex-col gap-1">
          <Link to="/sessions" className="text-sm text-accent underline underline-offset-2">
            All sessions
          </Link>
          {/* Always one line, even while loading, so that the content below does not move. */}
          <h1 className="line-clamp-1 break-all">
            {session.data ? (givenName(session.data) ?? "Session") : "Session"}
          </h1>
          <p className="flex flex-wrap items-center gap-1 font-mono text-muted">
            {id} <CopyButton text={id} what="the session ID" />
          </p>
        </div>
      }
      actions={<LiveBadge live={live} />}
    >
      <Loaded query={session} waits={!names.settled}>
        {(found) => <Contents key={keyOf(found)} session={found} names={names} />}
      </Loaded>
    </Page>
  );
}

interface ContentsProps {
  readonly session: Session;
  readonly names: SessionNames;
}

function Contents({ session, names }: ContentsProps) {
  const later = useLaterSessions(session);
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <StateBadge session={session} />
        <IntegrityBadge integrity={session.integrity} />
      </div>
      <SessionSummary session={session} names={names} />
      <Loaded query={later} skeleton={<SkeletonRows rows={10} />}>
        {({ items }) => <Course session={session} subagents={nestSubagents(session.session_id, items)} />}
      </Loaded>
    </>
  );
}

interface CourseProps {
  readonly session: Session;
  readonly subagents: readonly Nested[];
}

/** The trace of the session and its subagents. */
function Course({ session, subagents }: CourseProps) {
  const { values, set } = useAddressFilters(["kinds"]);
  const kinds = values["kinds"] ?? "";
  const counted = useEventCount({ session, kinds });
  return (
    <>
      <Subagents subagents={subagents} />
      <Timeline session={session} />
      <Section title="Trace">
        <Loaded query={counted} skeleton={<SkeletonRows rows={10} />}>
          {({ total }) =>
            total === 0 && kinds === "" ? (
              <EmptyState icon={ScrollText} title="No events yet">
                The lines received so far contain no events.
              </EmptyState>
            ) : (
              <Trace
                // Filtered events have different positions.
                key={kinds}
                session={session}
                kinds={kinds}
                onKinds={(chosen) => set({ kinds: chosen })}
                total={total}
                subagents={subagents}
              />
            )
          }
        </Loaded>
      </Section>
    </>
  );
}
