import { Link } from "@tanstack/react-router";
import type { DashboardSummary } from "@tackroom/contract";
import { ChartColumn } from "lucide-react";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { exactNumber } from "../../ui/data/figures.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { useAddressFilters, type SearchChange } from "../../ui/forms/address-filters.js";
import type { SearchParams } from "../../ui/forms/search-text.js";
import { Choice, FilterRow, PeriodFields } from "../sessions/filter-fields.js";
import { useAgents, useHarnesses, usePeople, useTeams } from "../sessions/names.js";
import { PERIOD_NAMES, periodOf, rangeOf } from "../sessions/period.js";
import { sessionsBehind, type Filter } from "./behind.js";
import { Comparison } from "./comparison.js";
import { METRICS } from "./metrics.js";

const DEFAULT_PERIOD = "30";
const FILTERS = ["harness", "agent_id", "project", "user_id", "team_id", "model"] as const;
const NAMES = [...FILTERS, "has_errors", ...PERIOD_NAMES, "metric", "group"];

const filterOf = (params: SearchParams): Filter => ({
  ...Object.fromEntries(FILTERS.flatMap((name) => (params[name] ? [[name, params[name]]] : []))),
  ...(params["has_errors"] === "true" ? { has_errors: true } : {}),
  ...rangeOf(params, DEFAULT_PERIOD, new Date()),
});

/** Usage and cost by user, agent and harness. */
export function DashboardPage() {
  const { values: params, set: change } = useAddressFilters(NAMES);
  const isAdmin = mayActAs(useUser(), "admin");
  const filter = filterOf(params);
  const period = periodOf(params, DEFAULT_PERIOD);
  const summary = useCall("getDashboardSummary", { query: filter }, { keepsPrevious: true });
  return (
    <Page
      title="Dashboard"
      intro={
        isAdmin
          ? "Agent activity of all users. Select a number to see its sessions."
          : "Activity of your agents. Select a number to see its sessions."
      }
    >
      <Filters params={params} onChange={change} isAdmin={isAdmin} />
      <Loaded query={summary}>
        {(figures) =>
          figures.sessions === 0 ? (
            <EmptyState icon={ChartColumn} title="No sessions in this period" command="npx tack reconcile">
              Choose a longer period, or send the sessions recorded on a machine:
            </EmptyState>
          ) : (
            <>
              <Tiles figures={figures} params={params} period={period} />
              <Comparison filter={filter} figures={figures} params={params} period={period} onChange={change} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

interface FiltersProps {
  readonly params: SearchParams;
  readonly onChange: (change: SearchChange) => void;
  readonly isAdmin: boolean;
}

function Filters({ params, onChange, isAdmin }: FiltersProps) {
  const [agents, harnesses, people, teams] = [useAgents(), useHarnesses(), usePeople(), useTeams()];
  const choice = (name: string) => ({
    value: params[name],
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  });
  return (
    <FilterRow>
      <PeriodFields params={params} otherwise={DEFAULT_PERIOD} onChange={onChange} />
      <Choice label="Harness" any="Any harness" options={harnesses.all} {...choice("harness")} />
      <Choice label="Agent" any="Any agent" options={agents.all} {...choice("agent_id")} />
      {isAdmin && <Choice label="Team" any="Any team" options={teams.all} {...choice("team_id")} />}
      {isAdmin && <Choice label="User" any="All users" options={people.all} {...choice("user_id")} />}
    </FilterRow>
  );
}

interface TilesProps {
  readonly figures: DashboardSummary;
  readonly params: SearchParams;
  readonly period: string;
}

const Tiles = ({ figures, params, period }: TilesProps) => (
  <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    {METRICS.filter(({ id }) => id !== "sessions_without_price").map(
      ({ id, name, valueOf, format, filter, noteOf }) => {
        const value = valueOf(figures);
        return (
          <li key={id}>
            <Tile
              name={name}
              value={value === null ? "unknown" : format(value)}
              note={noteOf?.(figures)}
              {...sessionsBehind(params, period, filter)}
            />
          </li>
        );
      },
    )}
    <li>
      <Tile name="Installs" value={exactNumber(figures.downloads)} to="/registry" search={{}} />
    </li>
  </ul>
);

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const Tile = ({ name, value, note, to, search }: TileProps) => (
  <Link
    to={to}
    search={search}
    className="flex h-full flex-col rounded-lg border border-line bg-raised px-4 py-3 hover:bg-hover"
  >
    <span className="text-sm text-muted">{name}</span>
    <span className="text-2xl font-semibold tabular-nums">{value}</span>
    {note !== undefined && <span className="text-sm break-words text-muted">{note}</span>}
  </Link>
);
