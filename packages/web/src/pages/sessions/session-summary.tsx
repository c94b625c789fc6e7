import type { Session } from "@tackroom/contract";
import type { ReactNode } from "react";
import { mayActAs, useUser } from "../../api/session.js";
import { Card } from "../../ui/layout/card.js";
import { compactNumber, costText, durationText, exactNumber, tokensText } from "../../ui/data/figures.js";
import { Time } from "../../ui/data/time.js";
import { nameIn, type SessionNames } from "./names.js";
import { costNote } from "./session-cost.js";
import { SessionLink } from "./session-link.js";

interface SessionSummaryProps {
  readonly session: Session;
  readonly names: SessionNames;
}

/** The totals and details of a session. */
export function SessionSummary({ session, names }: SessionSummaryProps) {
  const { tokens } = session;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <Figure label="Tokens" value={tokensText(tokens?.total)}>
          {tokens && `${compactNumber(tokens.input)} in, ${compactNumber(tokens.output)} out`}
        </Figure>
        <Figure label="Cache reads" value={tokensText(tokens?.cache_read)}>
          {tokens && `${compactNumber(tokens.cache_write)} written`}
          {tokens && tokens.cache_write_1h > 0 && `, ${compactNumber(tokens.cache_write_1h)} of it for 1 h`}
        </Figure>
        <Figure label="Cost" value={costText(session.cost_usd)}>
          {session.total_credits === null ? costNote(session) : `${exactNumber(session.total_credits)} credits`}
        </Figure>
        <Figure label="Tool calls" value={exactNumber(session.tool_calls)}>
          <span className={session.tool_failures > 0 ? "text-bad" : ""}>
            {exactNumber(session.tool_failures)} failed
          </span>
        </Figure>
        <Figure label="Prompts" value={exactNumber(session.prompts)}>
          {exactNumber(session.events)} events
        </Figure>
        <Figure label="Lines" value={exactNumber(session.line_count)}>
          {exactNumber(session.unreadable_lines)} unreadable
        </Figure>
      </dl>
      <About session={session} names={names} />
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children: ReactNode;
}

const Figure = ({ label, value, children }: FigureProps) => (
  <Card className="flex flex-col px-3 py-2">
    <dt className="text-sm text-muted">{label}</dt>
    <dd>
      <span className="block text-xl font-semibold tabular-nums">{value}</span>
      <span className="text-sm text-muted">{children}</span>
    </dd>
  </Card>
);

function About({ session, names: { agents, harnesses, people } }: SessionSummaryProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const { started_at: start, last_event_at: end, agent_id: agent, parent_session_id: parent } = session;
  const facts: (readonly [string, ReactNode] | false)[] = [
    ["Harness", nameIn(harnesses, session.harness)],
    ["Project", session.project_name],
    session.cwd !== null && [
      "Directory",
      <span key="cwd" className="font-mono break-all">
        {session.cwd}
      </span>,
    ],
    session.git_branch !== null && [
      "Branch",
      <span key="branch" className="font-mono break-all">
        {session.git_branch}
      </span>,
    ],
    session.first_prompt !== null && [
      "First prompt",
      <span key="prompt" className="break-words">
        {session.first_prompt}
      </span>,
    ],
    agent !== null && ["Agent", `${nameIn(agents, agent)} ${session.agent_version ?? ""}`],
    isAdmin && ["User", nameIn(people, session.user_id)],
    session.models.length > 0 && ["Models", session.models.join(", ")],
    start !== null && ["Started", <Time key="start" at={start} />],
    start !== null && end !== null && ["Duration", durationText(Date.parse(end) - Date.parse(start))],
    parent !== null && [
      "Subagent of",
      <SessionLink key="parent" session={{ ...session, session_id: parent }}>
        {parent}
      </SessionLink>,
    ],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
