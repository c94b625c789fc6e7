import type { Session } from "@tackroom/contract";
import { mayActAs, useUser } from "../../api/session.js";
import { compactNumber, costText, exactNumber } from "../../ui/figures.js";
import { Table, type Column } from "../../ui/table.js";
import { Time } from "../../ui/time.js";
import { nameIn, type SessionNames } from "./names.js";
import { IntegrityBadge, StateBadge } from "./session-badges.js";
import { keyOf, SessionLink } from "./session-link.js";

interface SessionTableProps {
  readonly sessions: readonly Session[];
  readonly names: SessionNames;
}

/** Sessions in a table; a narrow screen has all that matters in its first two columns. */
export function SessionTable({ sessions, names }: SessionTableProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const { agents, harnesses, people } = names;
  const columns: (Column<Session> | false)[] = [
    {
      key: "session",
      header: "Session",
      cell: (session) => (
        <div className="flex flex-col gap-0.5">
          <SessionLink session={session} />
          <span className="text-sm text-muted">
            {nameIn(harnesses, session.harness)} · {session.project}
            {session.parent_session_id !== null && " · subagent"}
          </span>
          <span className="flex flex-wrap gap-1">
            <StateBadge session={session} />
            {session.integrity.ok !== null && <IntegrityBadge integrity={session.integrity} />}
          </span>
        </div>
      ),
    },
    {
      key: "agent",
      header: "Agent",
      secondary: true,
      cell: ({ agent_id: agent }) =>
        agent === null ? <span className="text-muted">none</span> : nameIn(agents, agent),
    },
    isAdmin && { key: "user", header: "Whose", secondary: true, cell: ({ user_id }) => nameIn(people, user_id) },
    {
      key: "when",
      header: "Last event",
      cell: ({ last_event_at: at }) => (at === null ? "" : <Time at={at} />),
    },
    { key: "events", header: "Events", numeric: true, secondary: true, cell: ({ events }) => exactNumber(events) },
    {
      key: "tools",
      header: "Tool calls",
      numeric: true,
      secondary: true,
      cell: ({ tool_calls: calls, tool_failures: failed }) => (
        <>
          {exactNumber(calls)}
          {failed > 0 && <span className="block text-sm text-bad">{exactNumber(failed)} failed</span>}
        </>
      ),
    },
    {
      key: "tokens",
      header: "Tokens",
      numeric: true,
      secondary: true,
      cell: ({ tokens }) => compactNumber(tokens.total),
    },
    { key: "cost", header: "Cost", numeric: true, secondary: true, cell: ({ cost_usd }) => costText(cost_usd) },
  ];
  return <Table caption="Sessions" columns={columns.filter((each) => each !== false)} rows={sessions} rowKey={keyOf} />;
}
