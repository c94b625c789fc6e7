import { Link } from "@tanstack/react-router";
import type { DashboardRow } from "@tackroom/contract";
import type { ReactNode } from "react";
import { useCall } from "../../api/queries.js";
import { costText, exactNumber } from "../../ui/data/figures.js";
import { useSorted, type SortableColumn } from "../../ui/data/sortable.js";
import { Table } from "../../ui/data/table.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Segmented } from "../../ui/forms/segmented.js";
import { Section } from "../../ui/layout/card.js";
import type { SearchParams } from "../../ui/forms/search-text.js";
import { PERIOD_NAMES } from "../sessions/period.js";
import { NumberLink, ShareBar } from "./number-link.js";
import type { Dashboard } from "./use-dashboard.js";
import { failureRate, percentText, unknownText } from "./words.js";

const LINK = "text-accent underline underline-offset-2 wrap-anywhere";
const nameOf = ({ name, key }: DashboardRow): string | null => name ?? key;

interface TableOf {
  readonly caption: string;
  readonly by: "user" | "team" | "agent" | "mcp_server";
  readonly header: string;
  /** The filter of the sessions of a row. */
  readonly filter: string;
  readonly none: string;
  /** Stands beside another table where there is room for two. */
  readonly isHalf?: boolean;
  /** A name that leads to a page of its own, for the same period. */
  readonly label?: (row: DashboardRow, period: SearchParams) => ReactNode;
}

const PEOPLE: TableOf = {
  caption: "People",
  by: "user",
  header: "Person",
  filter: "user_id",
  none: "Deleted user",
  isHalf: true,
  label: (row, period) => (
    <Link to="/people/$id" params={{ id: row.key ?? "" }} search={period} className={LINK}>
      <bdi>{nameOf(row)}</bdi>
    </Link>
  ),
};
const TEAMS: TableOf = {
  caption: "Teams",
  by: "team",
  header: "Team",
  filter: "team_id",
  none: "No team",
  isHalf: true,
  label: (row, period) => (
    <Link to="/teams/$id/dashboard" params={{ id: row.key ?? "" }} search={period} className={LINK}>
      <bdi>{nameOf(row)}</bdi>
    </Link>
  ),
};
const AGENTS: TableOf = { caption: "Agents", by: "agent", header: "Agent", filter: "agent_id", none: "No agent" };
const SERVERS: TableOf = {
  caption: "MCP servers",
  by: "mcp_server",
  header: "MCP server",
  filter: "mcp_server",
  none: "Unknown",
};

/** Who and which team. A team's dashboard shows its people only. */
export const PeopleAndTeams = ({ dashboard }: { readonly dashboard: Dashboard }) => (
  <div className="grid items-start gap-6 xl:grid-cols-2">
    <Section title="People">
      <UsedTable of={PEOPLE} dashboard={dashboard} people="none" />
    </Section>
    {dashboard.filters.team_id === undefined && (
      <Section title="Teams">
        <UsedTable of={TEAMS} dashboard={dashboard} people="members" />
      </Section>
    )}
  </div>
);

interface AgentsAndServersProps {
  readonly dashboard: Dashboard;
  /** Everyone who could use them; null if that is one person. */
  readonly members: number | null;
}

/** Which agents and components earn their place. */
export function AgentsAndServers({ dashboard, members }: AgentsAndServersProps) {
  const { params, change } = dashboard;
  const shown = params["used"] === "servers" ? SERVERS : AGENTS;
  return (
    <Section
      title="Agents and MCP servers"
      actions={
        <Segmented
          label="Show"
          segments={[
            { value: "agents", label: "Agents" },
            { value: "servers", label: "MCP servers" },
          ]}
          value={shown === SERVERS ? "servers" : "agents"}
          onChange={(value) => change({ used: value === "servers" ? value : undefined })}
        />
      }
    >
      <UsedTable key={shown.by} of={shown} dashboard={dashboard} people={members ?? "none"} />
      {shown === SERVERS && (
        <p className="text-sm text-muted">Costs are those of the sessions that called a tool of the server.</p>
      )}
    </Section>
  );
}

interface UsedTableProps {
  readonly of: TableOf;
  readonly dashboard: Dashboard;
  /** Of how many people those are who were active: of a number, of the members in each row; none: it is not shown. */
  readonly people: number | "members" | "none";
}

const MAX_SHOWN = 50;

function UsedTable({ of, dashboard, people }: UsedTableProps) {
  const rows = useCall(
    "getDashboardBreakdown",
    { query: { ...dashboard.filter, by: of.by, limit: MAX_SHOWN } },
    { keepsPrevious: true },
  );
  return (
    <Loaded query={rows}>
      {(data) =>
        data.length === 0 ? (
          <p className="look-card text-sm text-muted">None in this period.</p>
        ) : (
          <UsedRows {...{ of, dashboard, people }} rows={data} />
        )
      }
    </Loaded>
  );
}

function UsedRows({ of, dashboard, people, rows }: UsedTableProps & { readonly rows: readonly DashboardRow[] }) {
  const columns = columnsOf(of, dashboard, people);
  const sorted = useSorted(columns, rows);
  return (
    <>
      <Table caption={of.caption} columns={sorted.columns} rows={sorted.rows} rowKey={({ key }) => key ?? ""} />
      {rows.length === MAX_SHOWN && <p className="text-sm text-muted">The first {MAX_SHOWN}; the export has all.</p>}
    </>
  );
}

const perSession = ({ cost_usd, sessions }: DashboardRow): number | null =>
  sessions === 0 ? null : cost_usd / sessions;
const rateOf = (row: DashboardRow): number | null => failureRate(row.tool_failures, row.tool_calls);

function columnsOf(
  of: TableOf,
  { behind, params }: Dashboard,
  people: UsedTableProps["people"],
): readonly SortableColumn<DashboardRow>[] {
  const period = Object.fromEntries(PERIOD_NAMES.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
  const behindRow = ({ key }: DashboardRow, more = {}) =>
    behind({ ...(key === null ? {} : { [of.filter]: key }), ...more });
  const count = (row: DashboardRow, text: string, more = {}): ReactNode =>
    // Sessions that belong to none have no filter.
    row.key === null ? text : <NumberLink behind={behindRow(row, more)}>{text}</NumberLink>;
  return [
    {
      key: "name",
      header: of.header,
      className: "min-w-24",
      value: nameOf,
      cell: (row) =>
        row.key === null ? (
          <span className="text-muted">{of.none}</span>
        ) : (
          (of.label?.(row, period) ?? <bdi className="wrap-anywhere">{nameOf(row)}</bdi>)
        ),
    },
    ...(people === "none" ? [] : [peopleColumn(people)]),
    {
      key: "sessions",
      header: "Sessions",
      numeric: true,
      value: ({ sessions }) => sessions,
      cell: (row) => count(row, exactNumber(row.sessions)),
    },
    {
      key: "failed",
      header: "Failed",
      numeric: true,
      secondary: true,
      value: rateOf,
      cell: (row) => {
        const rate = rateOf(row);
        return rate === null ? "—" : count(row, percentText(rate), { tool_failed: "true" });
      },
    },
    perSessionColumn(of),
    {
      key: "spend",
      header: "Spend",
      numeric: true,
      value: ({ cost_usd }) => cost_usd,
      cell: (row) => <Cost row={row} />,
    },
  ];
}

const perSessionColumn = ({ isHalf = false }: TableOf): SortableColumn<DashboardRow> => ({
  key: "each",
  header: "A session",
  numeric: true,
  secondary: true,
  ...(isHalf ? { className: "xl:max-2xl:hidden" } : {}),
  value: perSession,
  cell: (row) => costText(perSession(row) ?? 0),
});

const peopleColumn = (people: number | "members"): SortableColumn<DashboardRow> => ({
  key: "people",
  header: people === "members" ? "Active" : "Active people",
  secondary: true,
  value: (row) => row.active_users,
  cell: (row) => {
    const members = people === "members" ? row.members : people;
    return (
      <span className="flex items-center gap-2 whitespace-nowrap tabular-nums">
        {members !== null && members > 0 && <ShareBar share={row.active_users / members} />}
        {exactNumber(row.active_users)}
        {members !== null && ` of ${exactNumber(members)}`}
      </span>
    );
  },
});

function Cost({ row }: { readonly row: DashboardRow }) {
  const unknown = unknownText(row);
  return (
    <span className="flex flex-col items-end">
      {costText(row.cost_usd)}
      {unknown !== undefined && <span className="text-xs text-muted">{unknown}</span>}
    </span>
  );
}
