import { Link } from "@tanstack/react-router";
import type { Session } from "@tackroom/contract";
import { CircleCheck, CircleDashed, GitFork, TriangleAlert } from "lucide-react";
import { momentText } from "../../../ui/data/age.js";
import { costText, exactNumber } from "../../../ui/data/figures.js";
import { classes } from "../../../ui/theme/classes.js";
import { SessionLink } from "../session-link.js";
import { initialsOf } from "../../../ui/text/initials.js";
import { MARK_WORDS, titleOf, whenText, type Mark } from "./row-words.js";

export const NUMBER = "text-right tabular-nums whitespace-nowrap";

export const countText = (count: number, noun: string): string =>
  `${exactNumber(count)} ${noun}${count === 1 ? "" : "s"}`;

const MARKS: Readonly<
  Record<Exclude<Mark, "recording">, { readonly icon: typeof CircleCheck; readonly look: string }>
> = {
  complete: { icon: CircleCheck, look: "text-muted" },
  no_end: { icon: CircleDashed, look: "text-muted" },
  lines_missing: { icon: TriangleAlert, look: "text-warn" },
};

export function StateMark({ mark }: { readonly mark: Mark }) {
  const words = <span className="sr-only">{MARK_WORDS[mark]}</span>;
  if (mark === "recording") {
    return (
      <span title={MARK_WORDS[mark]} className="flex size-4 items-center justify-center text-info">
        <span className="size-2.5 animate-pulse rounded-full bg-current ring-2 ring-info-soft" />
        {words}
      </span>
    );
  }
  const { icon: Icon, look } = MARKS[mark];
  return (
    <span title={MARK_WORDS[mark]} className={look}>
      <Icon size={16} aria-hidden="true" />
      {words}
    </span>
  );
}

export function Title({ session }: { readonly session: Session }) {
  const { subagents, parent_session_id: parent } = session;
  const title = titleOf(session);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SessionLink session={session} look="row">
        <span
          className={classes(
            "md:block md:truncate max-md:line-clamp-2 wrap-anywhere",
            title === null && "font-normal text-muted",
          )}
        >
          {title ?? `Untitled session in ${session.project_name}`}
        </span>
      </SessionLink>
      {parent !== null && <span className="shrink-0 text-xs text-muted">subagent</span>}
      {subagents > 0 && (
        <span
          title={countText(subagents, "subagent")}
          className="inline-flex shrink-0 items-center gap-1 rounded-full border border-line px-1.5 text-xs text-muted"
        >
          <GitFork size={12} aria-hidden="true" />
          {subagents}
          <span className="sr-only"> {subagents === 1 ? "subagent" : "subagents"}</span>
        </span>
      )}
    </span>
  );
}

/** Leads to the dashboard of the person; above the link that the row is. */
export function Person({ id, name }: { readonly id: string; readonly name: string | null }) {
  if (name === null) return <span className="text-muted">?</span>;
  return (
    <Link
      to="/people/$id"
      params={{ id }}
      title={name}
      className="relative z-10 flex size-6 items-center justify-center rounded-full bg-hover text-[0.5625rem] font-semibold hover:bg-accent-soft hover:text-accent"
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="sr-only">{name}</span>
    </Link>
  );
}

export const Failures = ({ count }: { readonly count: number }) =>
  count > 0 && (
    <span className="text-bad">
      <span aria-hidden="true">×{exactNumber(count)}</span>
      <span className="sr-only">, {exactNumber(count)} failed</span>
    </span>
  );

export const CostCell = ({ session: { cost_usd: cost } }: { readonly session: Session }) =>
  cost === null ? (
    <span className="font-normal text-muted">
      <span aria-hidden="true">—</span>
      <span className="sr-only">unknown</span>
    </span>
  ) : (
    costText(cost)
  );

interface When {
  readonly session: Session;
  readonly now: Date;
  /** Whether the day is said above. */
  readonly isGrouped: boolean;
  readonly mark: Mark;
}

export function LastEvent({ session: { last_event_at: at }, now, mark, isGrouped }: When) {
  if (at === null) return null;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={momentText(moment)} className={mark === "recording" ? "text-info" : "text-muted"}>
      {mark === "recording" ? "now" : whenText(moment, now, isGrouped)}
    </time>
  );
}

/** What a phone shows of the other columns. */
export const PhoneLine = (when: When) => (
  <span className="mt-0.5 grid grid-cols-[1fr_3rem_4.5rem_4rem] items-baseline gap-2 md:hidden">
    <span className="truncate font-mono text-xs">{when.session.project_name}</span>
    <span className={NUMBER}>
      <Failures count={when.session.tool_failures} />
    </span>
    <span className={classes(NUMBER, "font-medium")}>
      <CostCell session={when.session} />
    </span>
    <span className={NUMBER}>
      <LastEvent {...when} />
    </span>
  </span>
);
