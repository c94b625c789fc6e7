import { HarnessMark } from "../../../ui/data/harness-mark.js";
import type { Session, SessionCounts } from "@tackroom/contract";
import { compactNumber, exactNumber } from "../../../ui/data/figures.js";
import { classes } from "../../../ui/theme/classes.js";
import { useMedia } from "../../../ui/theme/use-media.js";
import { nameIn, type Names } from "../names.js";
import { costNote } from "../session-cost.js";
import { keyOf } from "../session-link.js";
import { dayLabel, dayOf } from "../../../ui/data/days.js";
import { activeText, markOf } from "./row-words.js";
import {
  CostCell,
  countText,
  Failures,
  LastEvent,
  NUMBER,
  Person,
  PhoneLine,
  StateMark,
  Title,
} from "./session-cells.js";
import { Steps } from "./steps.js";

interface SessionRowsProps {
  readonly sessions: readonly Session[];
  readonly harnesses: Names;
  /** True totals by day, which are more than what is on this page; undefined if the list is not in the order of days. */
  readonly days: SessionCounts["by_day"] | undefined;
  readonly showsPeople: boolean;
}

const HEAD = "h-8 px-2 text-left text-xs font-normal whitespace-nowrap text-muted";
const CELL = "h-9.5 px-2 text-sm";
const WIDE = "max-xl:hidden";
const WIDEST = "max-[90rem]:hidden";

/** One line for each session, grouped by the day of the last event. On a phone: two lines, without a header. */
export function SessionRows({ sessions, harnesses, days, showsPeople }: SessionRowsProps) {
  const now = new Date();
  const columns = useColumnCount(showsPeople);
  const row = (session: Session) => (
    <Row key={keyOf(session)} {...{ session, harnesses, showsPeople, now }} isGrouped={days !== undefined} />
  );
  return (
    <table className="w-full table-fixed border-collapse max-md:-mx-4 max-md:w-[calc(100%+2rem)]">
      <caption className="sr-only">Sessions</caption>
      <colgroup>
        <col className="w-9 max-md:w-10" />
      </colgroup>
      <Head showsPeople={showsPeople} />
      {days === undefined ? (
        <tbody>{sessions.map(row)}</tbody>
      ) : (
        groupsOf(sessions).map(([day, some]) => (
          <tbody key={day}>
            <DayRow day={day} count={days.find((each) => each.day === day)} now={now} columns={columns} />
            {some.map(row)}
          </tbody>
        ))
      )}
    </table>
  );
}

const Head = ({ showsPeople }: Pick<SessionRowsProps, "showsPeople">) => (
  <thead className="max-md:sr-only">
    <tr className="border-b border-line">
      <th scope="col" className={classes(HEAD, "w-9")}>
        <span className="sr-only">State</span>
      </th>
      <th scope="col" className={HEAD}>
        Session
      </th>
      <th scope="col" className={classes(HEAD, "w-32")}>
        Project
      </th>
      <th scope="col" className={classes(HEAD, WIDE, "w-36")}>
        Harness · agent
      </th>
      {showsPeople && (
        <th scope="col" className={classes(HEAD, "w-9")}>
          <span className="sr-only">Person</span>
        </th>
      )}
      <th scope="col" className={classes(HEAD, WIDE, "w-22")}>
        Steps
      </th>
      <th scope="col" className={classes(HEAD, WIDE, "w-22 text-right")}>
        Active
      </th>
      <th scope="col" className={classes(HEAD, "w-22 pr-11 text-right")}>
        Calls
      </th>
      <th scope="col" className={classes(HEAD, WIDEST, "w-18 text-right")}>
        Tokens
      </th>
      <th scope="col" className={classes(HEAD, "w-16 text-right")}>
        Cost
      </th>
      <th scope="col" className={classes(HEAD, "w-19 text-right")}>
        Last event
      </th>
    </tr>
  </thead>
);

/** How many there are at this width: a cell that spans more would take their room. */
function useColumnCount(showsPeople: boolean): number {
  const isWide = useMedia("(min-width: 80rem)");
  const isPhone = useMedia("(max-width: 47.99rem)");
  const isWidest = useMedia("(min-width: 90rem)");
  if (isPhone) return 2;
  return (isWide ? 9 : 6) + (isWidest ? 1 : 0) + (showsPeople ? 1 : 0);
}

/** By local day, in the order of the list. A session without events belongs to no day. */
function groupsOf(sessions: readonly Session[]): [string, Session[]][] {
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const day = session.last_event_at === null ? "" : dayOf(new Date(session.last_event_at));
    groups.set(day, [...(groups.get(day) ?? []), session]);
  }
  return [...groups];
}

interface DayRowProps {
  readonly day: string;
  readonly count: SessionCounts["by_day"][number] | undefined;
  readonly now: Date;
  readonly columns: number;
}

const DayRow = ({ day, count, now, columns }: DayRowProps) => (
  <tr className="border-b border-line bg-sunken">
    <th scope="rowgroup" colSpan={columns} className="h-8.5 px-2.5 text-left text-xs font-semibold max-md:px-4">
      {day === "" ? "No events" : dayLabel(day, now)}
      {count && (
        <span className="ml-2.5 font-normal text-muted">
          {countText(count.sessions, "session")}
          {count.tool_failures > 0 && ` · ${countText(count.tool_failures, "failed call")}`}
        </span>
      )}
    </th>
  </tr>
);

interface RowProps extends Pick<SessionRowsProps, "harnesses" | "showsPeople"> {
  readonly session: Session;
  readonly now: Date;
  readonly isGrouped: boolean;
}

function Row({ session, harnesses, showsPeople, now, isGrouped }: RowProps) {
  const mark = markOf(session, now);
  const { project_name: project, git_branch: branch, agent_name: agent, active_ms: active, tokens } = session;
  const when = { session, now, mark, isGrouped };
  return (
    <tr className="relative border-b border-line focus-within:bg-accent-soft focus-within:shadow-[inset_2px_0_var(--accent)] hover:bg-hover">
      <td className={classes(CELL, "max-md:w-10 max-md:py-2 max-md:pl-4 max-md:align-top")}>
        <StateMark mark={mark} />
      </td>
      <td className={classes(CELL, "max-md:py-1.5 max-md:pr-4")}>
        <Title session={session} />
        <PhoneLine {...when} />
      </td>
      <td
        className={classes(CELL, "truncate max-md:hidden")}
        title={branch === null ? project : `${project} · ${branch}`}
      >
        <span className="font-mono text-xs">{project}</span>
        {branch !== null && <span className="text-muted"> · {branch}</span>}
      </td>
      <td className={classes(CELL, WIDE, "truncate")} title={session.models.join(", ")}>
        <span className="flex items-center">
          <HarnessMark id={session.harness} name={nameIn(harnesses, session.harness)} />
          <span className="truncate">
            {nameIn(harnesses, session.harness)}
            {agent !== null && <span className="text-muted"> · {agent}</span>}
          </span>
        </span>
      </td>
      {showsPeople && (
        <td className={classes(CELL, "max-md:hidden")}>
          <Person id={session.user_id} name={session.user_name} />
        </td>
      )}
      <td className={classes(CELL, WIDE)}>
        <Steps activity={session.activity} isLive={mark === "recording"} />
      </td>
      <td className={classes(CELL, WIDE, NUMBER)}>{active === null ? "" : activeText(active)}</td>
      <td className={classes(CELL, NUMBER, "max-md:hidden")}>
        <span className="grid grid-cols-[1fr_2.25rem]">
          {exactNumber(session.tool_calls)}
          <Failures count={session.tool_failures} />
        </span>
      </td>
      <td className={classes(CELL, WIDEST, NUMBER)}>
        {tokens === null || tokens.total === 0 ? "" : compactNumber(tokens.total)}
      </td>
      <td className={classes(CELL, NUMBER, "font-medium max-md:hidden")} title={costNote(session)}>
        <CostCell session={session} />
      </td>
      <td className={classes(CELL, NUMBER, "max-md:hidden")}>
        <LastEvent {...when} />
      </td>
    </tr>
  );
}
