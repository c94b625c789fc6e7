import { Link } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { useCalls } from "../../../api/queries.js";
import { compactNumber } from "../../../ui/data/figures.js";
import type { SearchParams } from "../../../ui/forms/search-text.js";
import type { SavedView } from "./saved-views.js";
import { countQuery, filterOf, inView, type View } from "./session-views.js";

interface ViewTabsProps {
  readonly params: SearchParams;
  readonly views: readonly View[];
  readonly saved: readonly SavedView[];
  readonly active: View | SavedView | undefined;
}

/** Views as links, each with the number of sessions that it would show beside the other filters. */
export function ViewTabs({ params, views, saved, active }: ViewTabsProps) {
  const now = new Date();
  const targets = views.map((view) => inView(params, view));
  const counts = useCalls<"countSessions">(
    targets.map((target) => ({ name: "countSessions", input: { query: countQuery(filterOf(target, now)) } })),
  );
  return (
    <nav
      aria-label="Views"
      className="relative flex gap-5 overflow-x-auto border-b border-line max-md:-mx-4 max-md:px-4"
    >
      {views.map((view, place) => (
        <Tab key={view.id} search={targets[place] ?? {}} isActive={view === active}>
          {view.id === "recording" && <span aria-hidden="true" className="size-2 rounded-full bg-info" />}
          {view.label}
          <span className="min-w-3 font-normal text-muted tabular-nums">
            {counts[place]?.data && compactNumber(counts[place].data.total)}
          </span>
        </Tab>
      ))}
      {saved.map((view) => (
        <Tab key={view.name} search={view.params} isActive={view === active}>
          <bdi>{view.name}</bdi>
        </Tab>
      ))}
    </nav>
  );
}

interface TabProps {
  readonly search: SearchParams;
  readonly isActive: boolean;
  readonly children: ReactNode;
}

function Tab({ search, isActive, children }: TabProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone, not all of them fit.
  useEffect(() => {
    const bar = link.current?.parentElement;
    if (isActive && bar && link.current) bar.scrollLeft = Math.max(0, link.current.offsetLeft - 16);
  }, [isActive]);
  return (
    <Link
      ref={link}
      to="/sessions"
      search={search}
      replace
      resetScroll={false}
      aria-current={isActive ? "page" : undefined}
      activeProps={{}}
      className={`-mb-px flex shrink-0 items-center gap-1.5 border-b-2 py-2 text-sm font-medium whitespace-nowrap -outline-offset-2 hover:text-ink ${isActive ? "border-accent text-ink" : "border-transparent text-muted"}`}
    >
      {children}
    </Link>
  );
}
