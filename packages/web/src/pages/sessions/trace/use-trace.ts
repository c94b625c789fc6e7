import type { Session, SessionOutline } from "@tackroom/contract";
import { useCallback, useMemo } from "react";
import { isLive as isLiveSession } from "../is-live.js";
import type { Nested } from "./nest-subagents.js";
import { openAtFirst, stepKey } from "./rows.js";
import type { Step } from "./steps.js";
import { useFollow } from "./use-follow.js";
import { useGoing, useLinkedLine } from "./use-going.js";
import { useHunt } from "./use-hunt.js";
import { useOpened } from "./use-opened.js";
import { useRail } from "./use-rail.js";
import { useRows } from "./use-rows.js";
import { useSearch } from "./use-search.js";
import { useTraceKeys } from "./use-trace-keys.js";
import { useTraceScroll } from "./use-trace-scroll.js";

export interface TraceIn {
  readonly session: Session;
  readonly outline: SessionOutline | undefined;
  readonly kinds: string;
  readonly total: number;
  readonly subagents: readonly Nested[];
  /** Where to begin, among all events. */
  readonly startAt: number | undefined;
  /** Shows all kinds, from a place. */
  readonly onWhole: (offset: number) => void;
}

/** The state of a trace: its rows, where the reader is, and the ways to other places. */
export function useTrace({ session, outline, kinds, total, subagents, startAt, onWhole }: TraceIn) {
  const isLive = isLiveSession(session);
  const opened = useOpened();
  const source = { session, kinds };
  const { rows, want, problem, subagentsOf } = useRows({ source, total, outline, subagents, opened, isLive });
  const scroll = useTraceScroll({ rows, want, opened });
  const { hunt, busy } = useHunt(source, total);
  const toEnd = (): void => scroll.virtualizer.scrollToIndex(rows.length - 1, { align: "end" });
  const isAtPlace = useLinkedLine() !== undefined || startAt !== undefined;
  const follow = useFollow({ isLive, atFirst: !isAtPlace, total, rowCount: rows.length, toEnd });
  const going = useGoing({ scroll, hunt, stopFollowing: follow.stop, startAt });
  const search = useSearch({ hunt, active: scroll.active.offset, onFound: going.goTo });
  const rail = useRail();
  const goInWhole = (offset: number, opens = false): void => {
    rail.close();
    if (kinds === "") going.goTo(offset, opens);
    else onWhole(offset);
  };
  const answers = useMemo(() => openAtFirst(rows), [rows]);
  const { setActive } = scroll;
  const toggle = useCallback(
    (step: Step, isOpen: boolean) => {
      opened.set(stepKey(step), isOpen);
      setActive({ key: stepKey(step), offset: step.offset, end: step.resultOffset ?? step.offset });
    },
    [opened, setActive],
  );
  const isOpenAtFirst = (key: string): boolean => answers.has(key);
  useTraceKeys({ rows, scroll, opened, outline, follow, going, search, goInWhole, rail, isOpenAtFirst, total });
  return {
    isLive,
    opened,
    rows,
    problem,
    subagentsOf,
    scroll,
    busy,
    follow,
    going,
    search,
    rail,
    goInWhole,
    toggle,
    isOpenAtFirst,
  };
}
