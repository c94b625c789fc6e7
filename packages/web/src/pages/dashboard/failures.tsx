import type { DashboardFailure } from "@tackroom/contract";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { exactNumber } from "../../ui/data/figures.js";
import { useSorted, type SortableColumn } from "../../ui/data/sortable.js";
import { Table } from "../../ui/data/table.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Segmented } from "../../ui/forms/segmented.js";
import { Section } from "../../ui/layout/card.js";
import { classes } from "../../ui/theme/classes.js";
import { keyOf, SessionLink } from "../sessions/session-link.js";
import { ChangeText, NumberLink, ShareBar } from "./number-link.js";
import type { Dashboard } from "./use-dashboard.js";
import { changeOf, failureRate, percentText, pointsOf } from "./words.js";

const PARTS = [
  { value: "tool", label: "Tool", none: "Unknown tool", filter: "tool" },
  { value: "mcp_server", label: "MCP server", none: "", filter: "mcp_server" },
  { value: "agent", label: "Agent", none: "No agent", filter: "agent_id" },
  { value: "error", label: "Error", none: "", filter: "error" },
] as const;
type Part = (typeof PARTS)[number];

/** What fails, why, and where to see it. */
export function Failures({ dashboard }: { readonly dashboard: Dashboard }) {
  const { filter, params, change } = dashboard;
  const part = PARTS.find(({ value }) => value === params["failures"]) ?? PARTS[0];
  const failures = useCall("listDashboardFailures", { query: { ...filter, by: part.value } });
  return (
    <Section
      title="What fails"
      actions={
        <Segmented
          label="Failures by"
          segments={PARTS}
          value={part.value}
          onChange={(value) => change({ failures: value === "tool" ? undefined : value })}
        />
      }
    >
      <Loaded query={failures}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="look-card text-sm text-muted">
              {part.value === "mcp_server" ? "No call of an MCP server failed" : "No tool call failed"} in this period.
            </p>
          ) : (
            <FailureRows key={part.value} {...{ rows, part, dashboard }} />
          )
        }
      </Loaded>
    </Section>
  );
}

interface FailureRowsProps {
  readonly rows: readonly DashboardFailure[];
  readonly part: Part;
  readonly dashboard: Dashboard;
}

function FailureRows({ rows, part, dashboard }: FailureRowsProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const sorted = useSorted(columnsOf(part, dashboard, isAdmin), rows);
  return (
    <Table
      caption={`Failures by ${part.label}`}
      columns={sorted.columns}
      rows={sorted.rows}
      rowKey={({ key }) => key ?? ""}
    />
  );
}

const rateOf = ({ failed, calls }: DashboardFailure): number | null => failureRate(failed, calls);

function columnsOf(part: Part, { behind }: Dashboard, isAdmin: boolean): readonly SortableColumn<DashboardFailure>[] {
  const isError = part.value === "error";
  const behindRow = ({ key }: DashboardFailure) =>
    behind({ ...(key === null ? {} : { [part.filter]: key }), ...(isError ? {} : { tool_failed: "true" }) });
  return [
    {
      key: "what",
      header: part.label,
      value: ({ key, name }) => name ?? key,
      className: isError ? "min-w-40" : "min-w-28",
      cell: ({ key, name }) =>
        key === null ? (
          <span className="text-muted">{part.none}</span>
        ) : (
          <bdi className={classes("wrap-anywhere", isError && "font-mono text-xs")}>
            {name ?? (part.value === "agent" ? "Unknown agent" : key)}
          </bdi>
        ),
    },
    ...(isError ? [] : [RATE]),
    {
      key: "failed",
      header: "Failed calls",
      numeric: true,
      value: ({ failed }) => failed,
      cell: ({ failed, calls, before }) => (
        <span className="whitespace-nowrap">
          {exactNumber(failed)}
          {calls !== null && <span className="text-muted"> of {exactNumber(calls)}</span>}{" "}
          {isError && <ChangeText change={changeOf(failed, before)} more="worse" />}
        </span>
      ),
    },
    {
      key: "sessions",
      header: "Sessions",
      numeric: true,
      value: ({ sessions }) => sessions,
      cell: (row) =>
        row.key === null ? (
          exactNumber(row.sessions)
        ) : (
          <NumberLink behind={behindRow(row)}>{exactNumber(row.sessions)}</NumberLink>
        ),
    },
    ...(isError ? [] : [REASON]),
    examplesOf(isAdmin),
  ];
}

const RATE: SortableColumn<DashboardFailure> = {
  key: "rate",
  header: "Failure rate",
  secondary: true,
  value: rateOf,
  cell: (row) => {
    const [rate, before] = [rateOf(row), failureRate(row.before, row.calls_before)];
    if (rate === null) return "—";
    return (
      <span className="flex items-center gap-2 tabular-nums">
        <ShareBar share={rate} look="bg-bad" />
        {percentText(rate)}
        {before !== null && <ChangeText change={pointsOf(rate, before)} more="worse" />}
      </span>
    );
  },
};

const REASON: SortableColumn<DashboardFailure> = {
  key: "reason",
  header: "Most common reason",
  secondary: true,
  cell: ({ reason }) => <bdi className="line-clamp-2 font-mono text-xs wrap-anywhere">{reason}</bdi>,
};

const examplesOf = (isAdmin: boolean): SortableColumn<DashboardFailure> => ({
  key: "examples",
  header: "Latest examples",
  secondary: true,
  cell: ({ examples }) => (
    <ul className="flex flex-col">
      {examples.map((session) => (
        <li key={keyOf(session)} className="h-6 max-w-96 truncate leading-6">
          <SessionLink session={session}>{session.title ?? "Untitled session"}</SessionLink>{" "}
          <span className="text-muted">
            in {session.project_name}
            {isAdmin && ` by ${session.user_name ?? "deleted user"}`}
          </span>
        </li>
      ))}
    </ul>
  ),
});
