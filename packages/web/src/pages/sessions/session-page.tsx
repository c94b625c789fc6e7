import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Session } from "@tackroom/contract";
import { ASKED_EVERY_MS, useSessionUpdates } from "../../api/live.js";
import { useCall } from "../../api/queries.js";
import { Section } from "../../ui/card.js";
import { CopyButton } from "../../ui/copy-button.js";
import { EmptyState } from "../../ui/empty-state.js";
import { Loaded } from "../../ui/loaded.js";
import { Page } from "../../ui/page.js";
import { useAddressFilters } from "../../ui/address-filters.js";
import { SkeletonRows } from "../../ui/skeleton.js";
import { ScrollText } from "lucide-react";
import { keyOf } from "./session-link.js";
import { IntegrityBadge, StateBadge } from "./session-badges.js";
import { SessionSummary } from "./session-summary.js";
import { LiveBadge } from "./live-badge.js";
import { Subagents, useSubagents } from "./subagents.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { useEventTotal } from "./use-events.js";

/** One session: what it came to, and everything that happened in it. */
export function SessionPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const { values: query } = useAddressFilters(["harness", "project", "user_id"]);
  const queries = useQueryClient();
  const live = useSessionUpdates(() => void queries.invalidateQueries({ queryKey: ["getSession"] }), id);
  const session = useCall("getSession", { params: { id }, query }, live ? {} : { refetchEveryMs: ASKED_EVERY_MS });
  return (
    <Page
      title={`Session ${id}`}
      heading={
        <div className="flex flex-col gap-1">
          <Link to="/sessions" className="text-sm text-accent underline underline-offset-2">
            All sessions
          </Link>
          <h1 className="flex flex-wrap items-center gap-1 font-mono">
            {id} <CopyButton text={id} what="the session id" />
          </h1>
        </div>
      }
      actions={<LiveBadge live={live} />}
    >
      <Loaded query={session}>{(found) => <Contents key={keyOf(found)} session={found} />}</Loaded>
    </Page>
  );
}

function Contents({ session }: { readonly session: Session }) {
  const { values, set } = useAddressFilters(["kinds"]);
  const kinds = values["kinds"] ?? "";
  const total = useEventTotal({ session, kinds });
  const subagents = useSubagents(session);
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        <StateBadge session={session} />
        <IntegrityBadge integrity={session.integrity} />
      </div>
      <SessionSummary session={session} />
      <Subagents subagents={subagents} />
      <Timeline session={session} />
      <Section title="Trace">
        {total === undefined ? (
          <SkeletonRows rows={10} />
        ) : total === 0 && kinds === "" ? (
          <EmptyState icon={ScrollText} title="Nothing to show yet">
            The lines that were sent so far have no event in them.
          </EmptyState>
        ) : (
          <Trace
            // What is counted otherwise has other places.
            key={kinds}
            session={session}
            kinds={kinds}
            onKinds={(chosen) => set({ kinds: chosen })}
            total={total}
            subagents={subagents}
          />
        )}
      </Section>
    </>
  );
}
