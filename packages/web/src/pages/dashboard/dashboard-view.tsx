import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import type { DashboardSummary } from "@tackroom/contract";
import { ChartColumn } from "lucide-react";
import { useEffect, useState } from "react";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { Failures } from "./failures.js";
import { Spend } from "./spend.js";
import { Stats } from "./stats.js";
import { useTotals, type Dashboard } from "./use-dashboard.js";
import { AgentsAndServers, PeopleAndTeams } from "./used-tables.js";
import { WhatChanged } from "./what-changed.js";
import { notCountedText, purgedText } from "./words.js";
import { tackCommand } from "../../ui/text/tack-command.js";

/** Answers in this order: what was spent and where it is heading, by whom, with what, and what fails. */
export function DashboardView({ dashboard }: { readonly dashboard: Dashboard }) {
  const isComplete = useFirstAnswers();
  return (
    <>
      {!isComplete && <Placeholder />}
      <div className={isComplete ? "contents" : "hidden"}>
        <Answers dashboard={dashboard} />
      </div>
    </>
  );
}

/** Answers that arrive one after another are shown together, so that none of them pushes others away. */
const QUIET_MS = 50;

/** True once everything that the page asks for at first is answered, and from then on. */
function useFirstAnswers(): boolean {
  const queries = useQueryClient();
  const open = useIsFetching();
  const [isComplete, setIsComplete] = useState(false);
  useEffect(() => {
    if (isComplete || open > 0) return undefined;
    // One answer may be what the next question waits for.
    const timer = setTimeout(() => setIsComplete(queries.isFetching() === 0), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isComplete, open, queries]);
  return isComplete;
}

function Answers({ dashboard }: { readonly dashboard: Dashboard }) {
  const totals = useTotals(dashboard);
  const { before } = totals;
  return (
    <Loaded query={totals.now} waits={before.isLoading} skeleton={null}>
      {(now) =>
        now.sessions === 0 ? (
          <>
            <NotCounted now={now} />
            <EmptyState icon={ChartColumn} title="No sessions in this period" command={tackCommand("reconcile")}>
              Choose a longer period, or send the sessions recorded on a machine:
            </EmptyState>
          </>
        ) : (
          <>
            <NotCounted now={now} />
            {before.data && <WhatChanged dashboard={dashboard} now={now} before={before.data} />}
            <Stats
              {...{ dashboard, now }}
              before={before.data ?? NOTHING_BEFORE}
              days={totals.days.data ?? []}
              daysBefore={totals.daysBefore.data ?? []}
            />
            {before.error && <ErrorBox problem={before.error} onRetry={() => void before.refetch()} />}
            <Spend dashboard={dashboard} now={now} />
            {dashboard.showsPeople && <PeopleAndTeams dashboard={dashboard} />}
            <AgentsAndServers dashboard={dashboard} members={now.members} />
            <Failures dashboard={dashboard} />
          </>
        )
      }
    </Loaded>
  );
}

function NotCounted({ now }: { readonly now: DashboardSummary }) {
  const texts = [notCountedText(now), purgedText(now)].filter((text) => text !== undefined);
  return texts.map((text) => (
    <p key={text} className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      {text}
    </p>
  ));
}

/** Nothing to compare with: no change is shown. */
const NOTHING_BEFORE: DashboardSummary = {
  from: "",
  to: "",
  sessions: 0,
  active_users: 0,
  members: null,
  prompts: 0,
  tool_calls: 0,
  tool_failures: 0,
  tokens: { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0, total: 0 },
  cost_usd: 0,
  stated_cost_usd: 0,
  sessions_without_price: 0,
  tokens_without_price: 0,
  unpriced_models: [],
  downloads: 0,
  sessions_not_counted: 0,
  sessions_purged: 0,
};

const Placeholder = () => (
  <div role="status" className="flex flex-col gap-6">
    <span className="sr-only">Loading</span>
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} className="h-27" />
      ))}
    </div>
    <Skeleton className="h-112" />
  </div>
);
