import { Link } from "@tanstack/react-router";
import type { Scorecard, ScorecardSession } from "@tackroom/contract";
import { useState } from "react";
import type { ItemDetail } from "../../../../api/kinds.js";
import { useList } from "../../../../api/queries.js";
import { exactNumber } from "../../../../ui/data/figures.js";
import { Pagination } from "../../../../ui/data/pagination.js";
import { Table, type Column } from "../../../../ui/data/table.js";
import { Time } from "../../../../ui/data/time.js";
import { Loaded } from "../../../../ui/feedback/loaded.js";
import { Select } from "../../../../ui/forms/field.js";
import { Section } from "../../../../ui/layout/card.js";
import { dayOf } from "./day-series.js";
import { DIMENSION_WORDS, roundedScore } from "./dimension-words.js";

const PAGE = 20;

interface ScorecardSessionsProps {
  readonly item: ItemDetail;
  readonly days: number;
  readonly version: string | undefined;
  readonly day: string | undefined;
  /** The days that have sessions. */
  readonly offered: Scorecard["series"];
  readonly onDay: (day: string | undefined) => void;
}

/** What the scores are made of. */
export function ScorecardSessions({ item, days, version, day, offered, onDay }: ScorecardSessionsProps) {
  const [offset, setOffset] = useState(0);
  const sessions = useList(
    "listScorecardSessions",
    {
      params: { id: item.id },
      query: {
        days,
        limit: PAGE,
        offset,
        ...(version === undefined ? {} : { version }),
        ...(day === undefined ? {} : { day }),
      },
    },
    { keepsPrevious: true },
  );
  return (
    <Section title="Sessions" actions={<DaySelect day={day} offered={offered} onDay={onDay} />}>
      <Loaded query={sessions}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="text-muted">No sessions{day === undefined ? "." : ` on ${day} (UTC).`}</p>
          ) : (
            <>
              <Table
                caption="Sessions behind the scores"
                columns={COLUMNS}
                rows={items}
                rowKey={(each) => `${each.session_id} ${each.harness} ${each.user_id ?? ""} ${each.last_event_at}`}
              />
              <Pagination offset={offset} limit={PAGE} total={total} onChange={setOffset} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function DaySelect({ day = "", offered, onDay }: Pick<ScorecardSessionsProps, "day" | "offered" | "onDay">) {
  const known = offered.map(({ time }) => dayOf(time)).toReversed();
  return (
    <Select
      aria-label="Day"
      className="w-auto"
      value={day}
      onChange={({ target }) => onDay(target.value === "" ? undefined : target.value)}
    >
      <option value="">All days</option>
      {day !== "" && !known.includes(day) && <option value={day}>{day}</option>}
      {known.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </Select>
  );
}

const COLUMNS: readonly Column<ScorecardSession>[] = [
  {
    key: "session",
    header: "Session",
    className: "wrap-anywhere",
    cell: (session) => (
      <>
        <SessionName session={session} />
        <p className="text-sm text-muted">
          {session.harness}, <Time at={session.last_event_at} />
        </p>
      </>
    ),
  },
  {
    key: "version",
    header: "Version",
    secondary: true,
    cell: ({ agent_version: version }) => version ?? <span className="text-muted">not stated</span>,
  },
  {
    key: "calls",
    header: "Tool calls",
    numeric: true,
    cell: ({ tool_calls: calls, tool_failures: failed, repeated_calls: repeated }) => (
      <>
        {exactNumber(calls)}
        {failed > 0 && <span className="block text-sm text-bad">{exactNumber(failed)} failed</span>}
        {repeated !== null && repeated > 0 && (
          <span className="block text-sm text-muted">{exactNumber(repeated)} repeated</span>
        )}
      </>
    ),
  },
  {
    key: "ratings",
    header: "Ratings",
    secondary: true,
    cell: ({ ratings }) => <Ratings ratings={ratings} />,
  },
  {
    key: "canaries",
    header: "Canary reports",
    numeric: true,
    secondary: true,
    cell: ({ canary_reports: reports, canary_penalties: penalties }) => (
      <>
        {exactNumber(reports)}
        {penalties > 0 && <span className="block text-sm text-bad">penalty {penalties}</span>}
      </>
    ),
  },
];

/** Sessions of others count, but only those who can see them can open them. */
function SessionName({ session: { session_id: id, harness, user_id } }: { readonly session: ScorecardSession }) {
  if (user_id === null) return <span>Session of another user</span>;
  return (
    <Link
      to="/sessions/$id"
      params={{ id }}
      search={{ harness, user_id }}
      className="font-medium text-accent underline underline-offset-2"
    >
      {id}
    </Link>
  );
}

function Ratings({ ratings }: Pick<ScorecardSession, "ratings">) {
  const given = (["goal_completion", "factual_grounding", "thought_process"] as const).flatMap((each) => {
    const score = ratings[each];
    return score === undefined ? [] : [{ each, score }];
  });
  if (given.length === 0) return <span className="text-muted">none</span>;
  return (
    <ul className="text-sm">
      {given.map(({ each, score }) => (
        <li key={each}>
          {DIMENSION_WORDS[each].name}: {roundedScore(score)}
        </li>
      ))}
    </ul>
  );
}
