import { Link } from "@tanstack/react-router";
import type { DashboardSummary } from "@tackroom/contract";
import { Coins, TrendingUp, Users } from "lucide-react";
import { useCall } from "../../api/queries.js";
import { factsOf, type Fact } from "./facts.js";
import type { Dashboard } from "./use-dashboard.js";

const ICONS = { failures: TrendingUp, spend: Coins, people: Users } as const;
const LOOKS = { good: "text-good", bad: "text-bad", neutral: "text-muted" } as const;

interface WhatChangedProps {
  readonly dashboard: Dashboard;
  readonly now: DashboardSummary;
  readonly before: DashboardSummary;
}

/** Up to three facts. Nothing, if all is about as it was. */
export function WhatChanged({ dashboard: { filter, behind }, now, before }: WhatChangedProps) {
  const failures = useCall("listDashboardFailures", { query: { ...filter, by: "tool" } }, { keepsPrevious: true });
  const facts = factsOf({ now, before }, failures.data ?? []);
  if (facts.length === 0) return null;
  return (
    <section
      aria-labelledby="what-changed"
      className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-4 py-3 lg:flex-row lg:items-center lg:gap-6"
    >
      <h2 id="what-changed" className="shrink-0 text-xs font-normal text-muted">
        What changed
      </h2>
      <ul className="flex min-w-0 flex-1 flex-col gap-2 lg:flex-row lg:gap-6">
        {facts.map((fact) => (
          <FactLine key={fact.id} fact={fact} behind={behind(fact.filter)} />
        ))}
      </ul>
    </section>
  );
}

function FactLine({ fact, behind }: { readonly fact: Fact; readonly behind: ReturnType<Dashboard["behind"]> }) {
  const Icon = ICONS[fact.id];
  return (
    <li className="flex min-w-0 flex-1 items-start gap-2 text-sm">
      <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${LOOKS[fact.tone]}`} />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">
        <Link {...behind} className="font-medium underline decoration-line-strong underline-offset-2 hover:text-accent">
          {fact.what}
        </Link>{" "}
        <span className="text-ink-2">{fact.detail}</span>
      </span>
    </li>
  );
}
