import { Dialog } from "../../../ui/overlays/dialog.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { FollowPill } from "./follow-pill.js";
import { SessionOfLines } from "./line-images.js";
import { SearchedText } from "./marked.js";
import { Rail } from "./rail.js";
import { TimelineStrip } from "./timeline-strip.js";
import { TraceRows } from "./trace-rows.js";
import { TraceTools } from "./trace-tools.js";
import { useTrace, type TraceIn } from "./use-trace.js";
import { offsetsInSight } from "./use-trace-scroll.js";

interface TraceProps extends TraceIn {
  readonly author: string;
  readonly onKinds: (kinds: string) => void;
}

/** All steps in order. Only visible rows are rendered, and only the pages around them are loaded. */
export function Trace({ author, onKinds, ...trace }: TraceProps) {
  const { session, outline, kinds } = trace;
  const { rows, scroll, follow, going, search, rail, goInWhole, problem, busy, ...shared } = useTrace(trace);
  const inSight = offsetsInSight(rows, scroll.items);
  const context = {
    ...shared,
    session,
    author,
    outline,
    activeKey: scroll.active.key,
    onToggle: shared.toggle,
    onLink: going.copyLink,
  };
  const outlineView = outline && (
    <Rail
      {...{ outline, at: inSight[0], onGo: (offset) => goInWhole(offset, true) }}
      startedAt={Date.parse(session.started_at ?? "")}
    />
  );
  return (
    <SearchedText value={search.marked}>
      <div className="sticky top-12 z-20 -mx-4 flex flex-col gap-2 border-b border-line bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 md:top-0">
        {outline && kinds === "" ? (
          <TimelineStrip outline={outline} inSight={inSight} onGo={(offset) => goInWhole(offset)} />
        ) : (
          <div className="h-10 rounded-md border border-line bg-sunken" />
        )}
        <TraceTools
          {...{ kinds, onKinds, busy, totals: outline?.totals, wanted: search.text, place: search.place }}
          onWanted={search.setText}
          onFind={search.move}
          onFailure={going.toFailure}
          onOutline={rail.toggle}
        />
      </div>
      <div className="flex min-w-0 items-start gap-5">
        {rail.isBeside && (
          <div
            tabIndex={0}
            role="region"
            aria-label="Outline of the session"
            className="sticky top-30 max-h-[calc(100dvh-8rem)] w-60 shrink-0 overflow-y-auto border-r border-line pr-3"
          >
            {outlineView}
          </div>
        )}
        <Dialog open={rail.isSheet} onOpenChange={rail.toggle} title="Outline" shape="sheet">
          {outlineView}
        </Dialog>
        <section aria-label="Trace" className="min-w-0 grow">
          {problem && <ErrorBox problem={problem} />}
          <SessionOfLines value={session}>
            <TraceRows {...{ rows, context }} {...scroll} />
          </SessionOfLines>
          {shared.isLive && <FollowPill {...follow} onFollow={follow.follow} />}
        </section>
      </div>
    </SearchedText>
  );
}
