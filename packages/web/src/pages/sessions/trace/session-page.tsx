import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Session } from "@tackroom/contract";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { ASKED_EVERY_MS, useSessionUpdates } from "../../../api/live.js";
import { isNotFound } from "../../../api/problem.js";
import { useCall, useList } from "../../../api/queries.js";
import { useUser } from "../../../api/session.js";
import { NotFound } from "../../../shell/failures.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { useTitle } from "../../../ui/layout/page.js";
import { useAddressFilters } from "../../../ui/forms/address-filters.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { isLive } from "../is-live.js";
import { LiveBadge } from "../live-badge.js";
import { useSessionNames, type SessionNames } from "../names.js";
import { givenName, keyOf, refOf } from "../session-link.js";
import { nestSubagents, type Nested } from "./nest-subagents.js";
import { SessionHead } from "./session-head.js";
import { Trace } from "./trace.js";
import { useEventCount } from "./use-events.js";
import { useOutline } from "./use-outline.js";

/** A session with all its steps. */
export function SessionPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const { values: query } = useAddressFilters(["harness", "project", "user_id"]);
  const queries = useQueryClient();
  const live = useSessionUpdates(() => void queries.invalidateQueries({ queryKey: ["getSession"] }), id);
  const session = useCall("getSession", { params: { id }, query }, live ? {} : { refetchEveryMs: ASKED_EVERY_MS });
  const names = useSessionNames();
  useTitle(`Session ${(session.data && givenName(session.data)) ?? id}`);
  if (session.data === undefined && isNotFound(session.error)) return <NotFound />;
  return (
    <div className="flex w-full flex-col gap-3 px-4 py-3 sm:px-6">
      <Loaded query={session} waits={!names.settled} skeleton={<SkeletonRows rows={12} />}>
        {(found) => <Contents key={keyOf(found)} session={found} names={names} live={live} />}
      </Loaded>
    </div>
  );
}

interface ContentsProps {
  readonly session: Session;
  readonly names: SessionNames;
  readonly live: boolean;
}

/** The outline of a shorter session is there at once, and would move the page if it came later than the rest. */
const MAX_WAITED = 5000;
/** The max page size. */
const MAX_SUBAGENTS = 200;

/** Possible subagents: sessions of the same user, harness and project that started later. */
function useLaterSessions(session: Session) {
  const from = session.started_at;
  // Earlier lines may arrive later and change the start time: the current list is kept until the new one is loaded.
  return useList(
    "listSessions",
    { query: { ...refOf(session), limit: MAX_SUBAGENTS, ...(from === null ? {} : { from }) } },
    { keepsPrevious: true },
  );
}

function Contents({ session, names, live }: ContentsProps) {
  const later = useLaterSessions(session);
  const outline = useOutline(session);
  const { values, set } = useAddressFilters(["kinds"]);
  const kinds = values["kinds"] ?? "";
  const counted = useEventCount({ session, kinds });
  const skeleton = <SkeletonRows rows={12} />;
  const isOutlined = !outline.isPending || session.events > MAX_WAITED;
  if (!isOutlined) return skeleton;
  return (
    <>
      <header className="flex items-start justify-between gap-4">
        <SessionHead session={session} outline={outline.data} names={names} />
        {isLive(session) && <LiveBadge live={live} />}
      </header>
      <Loaded query={later} skeleton={skeleton}>
        {({ items }) => (
          <Course
            {...{ session, names, outline: outline.data, counted, kinds }}
            onKinds={(chosen) => set({ kinds: chosen })}
            subagents={nestSubagents(session.session_id, items)}
          />
        )}
      </Loaded>
    </>
  );
}

interface CourseProps extends Pick<ContentsProps, "session" | "names"> {
  readonly outline: ReturnType<typeof useOutline>["data"];
  readonly counted: ReturnType<typeof useEventCount>;
  readonly kinds: string;
  readonly onKinds: (kinds: string) => void;
  readonly subagents: readonly Nested[];
}

/** The trace of the session and its subagents. */
function Course({ session, names, outline, counted, kinds, onKinds, subagents }: CourseProps) {
  const [startAt, setStartAt] = useState<number>();
  const user = useUser();
  const author =
    session.user_id === user.id
      ? user.name
      : (names.people.all.find(({ id }) => id === session.user_id)?.name ?? "Prompt");
  const show = (chosen: string, from?: number): void => {
    setStartAt(from);
    onKinds(chosen);
  };
  return (
    <Loaded query={counted} skeleton={<SkeletonRows rows={12} />}>
      {({ total }) =>
        total === 0 && kinds === "" ? (
          <EmptyState icon={ScrollText} title="No events yet">
            The lines received so far contain no events.
          </EmptyState>
        ) : (
          <Trace
            // Filtered events have different positions.
            key={kinds}
            {...{ session, outline, author, kinds, total, subagents, startAt }}
            onKinds={(chosen) => show(chosen)}
            onWhole={(offset) => show("", offset)}
          />
        )
      }
    </Loaded>
  );
}
