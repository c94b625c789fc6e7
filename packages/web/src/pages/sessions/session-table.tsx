import type { Session } from "@tackroom/contract";
import { mayActAs, useUser } from "../../api/session.js";
import { exactNumber, tokensText } from "../../ui/data/figures.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { nameIn, type SessionNames } from "./names.js";
import { Cost } from "./session-cost.js";
import { IntegrityBadge, StateBadge } from "./session-badges.js";
import { keyOf, SessionLink, sessionName } from "./session-link.js";

interface SessionTableProps {
  readonly sessions: readonly Session[];
  readonly names: SessionNames;
}

/** A table of sessions; narrow screens show the essentials in the first two columns. */
export function SessionTable({ sessions, names }: SessionTableProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const { agents, harnesses, people } = names;
  const columns: (Column<Session> | false)[] = [
    {
      key: "session",
      header: "Session",
      cell: (session) => <Names session={session} harnesses={harnesses} />,
    },
    {
      key: "agent",
      header: "Agent",
      secondary: true,
      cell: ({ agent_id: agent }) =>
        agent === null ? <span className="text-muted">none</span> : nameIn(agents, agent),
    },
    isAdmin && { key: "user", header: "User", secondary: true, cell: ({ user_id }) => nameIn(people, user_id) },
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
      cell: ({ tokens }) => tokensText(tokens?.total),
    },
    { key: "cost", header: "Cost", numeric: true, secondary: true, cell: (session) => <Cost session={session} /> },
  ];
  return <Table caption="Sessions" columns={columns.filter((each) => each !== false)} rows={sessions} rowKey={keyOf} />;
}

interface NamesProps {
  readonly session: Session;
  readonly harnesses: SessionNames["harnesses"];
}

/** Its name, location and status. */
function Names({ session, harnesses }: NamesProps) {
  const { session_id: id, project_name: project, cwd, git_branch: branch, integrity } = session;
  const name = sessionName(session);
  return (
    <div className="flex flex-col gap-0.5">
      <SessionLink session={session}>
        <span className="line-clamp-2 wrap-anywhere">{name}</span>
      </SessionLink>
      <span className="text-sm wrap-anywhere text-muted">
        {nameIn(harnesses, session.harness)} · {project}
        {branch !== null && ` · ${branch}`}
        {session.parent_session_id !== null && " · subagent"}
      </span>
      {cwd !== null && <span className="font-mono text-sm break-all text-muted">{cwd}</span>}
      {name !== id && <span className="font-mono text-sm break-all text-muted">{id}</span>}
      <span className="flex flex-wrap gap-1">
        <StateBadge session={session} />
        {integrity.ok !== null && <IntegrityBadge integrity={integrity} />}
      </span>
    </div>
  );
}
