import type { SessionCounts } from "@tackroom/contract";
import { ScrollText } from "lucide-react";
import { useRef, type RefObject } from "react";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button } from "../../../ui/actions/button.js";
import { KeyboardHint } from "../../../ui/actions/keyboard.js";
import { useShortcuts } from "../../../ui/actions/shortcuts.js";
import { Pagination } from "../../../ui/data/pagination.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { useAddressFilters } from "../../../ui/forms/address-filters.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { Page } from "../../../ui/layout/page.js";
import { LiveBadge } from "../live-badge.js";
import { useSessionNames, useTeams } from "../names.js";
import { ExportMenu, ViewActions } from "./list-actions.js";
import { ListFilters } from "./list-filters.js";
import { sameParams, useSavedViews, type SavedView, type SavedViews } from "./saved-views.js";
import { countText } from "./session-cells.js";
import { SessionRows } from "./session-rows.js";
import {
  activeView,
  FILTER_NAMES,
  filtersBeside,
  filterOf,
  isFiltered,
  sortOf,
  viewsFor,
  type SessionQuery,
} from "./session-views.js";
import { PAGE_SIZE, useSessionList } from "./use-session-list.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { ViewTabs } from "./view-tabs.js";
import { installTack } from "../../../ui/text/tack-command.js";

/** Sessions in real time: which run, which fail, what they cost, where one's own is. */
export function SessionsPage() {
  const user = useUser();
  const isAdmin = mayActAs(user, "admin");
  const { values: params, offset, set, clear, turnTo } = useAddressFilters(FILTER_NAMES);
  const saved = useSavedViews();
  const savedView = saved.views.find((view) => sameParams(view.params, params));
  const views = viewsFor({ id: user.id, isAdmin });
  const builtIn = activeView(params, views);
  const list = useSessionList({ ...filterOf(params, new Date()), sort: sortOf(params) }, offset);
  const [names, teams] = [useSessionNames(), useTeams()];
  const area = useRef<HTMLDivElement>(null);
  useListKeys(area, () => set({ has_errors: params["has_errors"] === "true" ? undefined : "true" }));
  const { counts } = list;
  return (
    <Page
      title="Sessions"
      intro={<Totals counts={counts} live={list.live} />}
      actions={<PageActions saved={saved} view={savedView} params={params} asked={list.asked} />}
      className="max-w-[87.5rem] gap-3"
    >
      {saved.problem && <ErrorBox problem={saved.problem} />}
      <div ref={area} className="flex flex-col gap-3">
        <ViewTabs params={params} views={views} saved={saved.views} active={savedView ?? builtIn} />
        <ListFilters
          params={filtersBeside(params, savedView ? undefined : builtIn)}
          names={{ ...names, teams }}
          sessions={list.rows}
          onChange={set}
        />
        <AddedRows count={list.added} onShow={list.showAdded} />
        <Loaded query={list.query} waits={!names.settled || !teams.settled || counts === undefined}>
          {({ total }) =>
            total === 0 && list.rows.length === 0 ? (
              <NoSessions isNarrowed={isFiltered(params)} onClear={clear} />
            ) : (
              <>
                <SessionRows
                  sessions={list.rows}
                  harnesses={names.harnesses}
                  days={sortOf(params) === "last_event" ? counts?.by_day : undefined}
                  showsPeople={isAdmin}
                />
                <Pagination offset={offset} limit={PAGE_SIZE} total={total} onChange={turnTo} />
                <KeyHints />
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

interface PageActionsProps {
  readonly saved: SavedViews;
  readonly view: SavedView | undefined;
  readonly params: SavedView["params"];
  readonly asked: SessionQuery;
}

const PageActions = ({ saved, view, params, asked }: PageActionsProps) => (
  <>
    <ViewActions saved={view?.name} onSave={(name) => saved.save({ name, params })} onRemove={saved.remove} />
    <ExportMenu query={asked} />
  </>
);

interface TotalsProps {
  readonly counts: SessionCounts | undefined;
  readonly live: boolean;
}

const Totals = ({ counts, live }: TotalsProps) => (
  <span className="flex flex-wrap items-center gap-x-3">
    {counts
      ? `${countText(counts.total, "session")} · ${countText(counts.tool_failures, "failed call")}`
      : "Counting sessions"}
    <LiveBadge live={live} />
  </span>
);

/** New sessions do not move what someone reads until they ask for it. The room for the button is always there. */
const AddedRows = ({ count, onShow }: { readonly count: number; readonly onShow: () => void }) => (
  <div role="status" className="pointer-events-none sticky top-14 z-10 -my-3 flex h-3 items-center justify-center">
    {count > 0 && (
      <Button size="small" variant="primary" className="pointer-events-auto rounded-full shadow-lg" onClick={onShow}>
        {count} new
      </Button>
    )}
  </div>
);

/** `j` and `k` move the focus from row to row, so that Enter opens the session. */
function useListKeys(area: RefObject<HTMLElement | null>, toggleFailures: () => void): void {
  const move = (by: 1 | -1): void => {
    const links = [...(area.current?.querySelectorAll<HTMLElement>("tbody a") ?? [])];
    const place = links.findIndex((link) => link === document.activeElement);
    const next = place === -1 ? links[0] : links[place + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({
    j: { label: "Next session", run: () => move(1) },
    k: { label: "Previous session", run: () => move(-1) },
    f: {
      label: "Go to the filters",
      run: () => area.current?.querySelector<HTMLElement>("[data-filters] button")?.focus(),
    },
    x: { label: "Only sessions with failures", run: toggleFailures },
  });
}

const HINTS = [
  ["j", "k", "move"],
  ["Enter", "open"],
  ["/", "search"],
  ["f", "filters"],
  ["x", "failures only"],
] as const;

const KeyHints = () => (
  <p className="flex justify-end gap-4 text-xs text-muted max-md:hidden">
    {HINTS.map((hint) => (
      <span key={hint[0]} className="flex items-center gap-1">
        {hint.slice(0, -1).map((key) => (
          <KeyboardHint key={key}>{key}</KeyboardHint>
        ))}
        {hint.at(-1)}
      </span>
    ))}
  </p>
);

function NoSessions({ isNarrowed, onClear }: { readonly isNarrowed: boolean; readonly onClear: () => void }) {
  if (isNarrowed) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No matching sessions"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Remove a filter, or choose a longer period.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="No sessions yet" command={installTack()}>
      Install tack on the machine where your coding agent runs. Then tack doctor says there what is missing for sessions
      to be recorded.
    </EmptyState>
  );
}
