import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import type { Session } from "@tackroom/contract";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { classes } from "../../ui/theme/classes.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { useShortcuts } from "../../ui/actions/keyboard.js";
import type { Nested } from "./nest-subagents.js";
import { NestedTraces, type Opened } from "./nested-trace.js";
import { subagentsAt } from "./place-subagents.js";
import { TraceRow } from "./trace-row.js";
import { TraceTools } from "./trace-tools.js";
import { useEvents } from "./use-events.js";
import { useHunt } from "./use-hunt.js";

/** Used until a row is measured. */
const ESTIMATED_ROW = 73;
const OVERSCAN = 10;

interface TraceProps {
  readonly session: Session;
  readonly kinds: string;
  readonly onKinds: (kinds: string) => void;
  readonly total: number;
  readonly subagents: readonly Nested[];
}

/** All events in order. Only visible rows are rendered, and only the pages around them are loaded. */
export function Trace({ session, kinds, onKinds, total, subagents }: TraceProps) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const opened = useOpened();
  const [wanted, setWanted] = useState("");
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ESTIMATED_ROW,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  const inSight = rows.getVirtualItems();
  const events = useEvents({ session, kinds }, total, inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0);

  const goTo = (index: number, align: "auto" | "center" = "center"): void => {
    const inside = Math.max(0, Math.min(total - 1, index));
    setActive(inside);
    rows.scrollToIndex(inside, { align });
  };
  const [busy, hunt] = useHunt({ source: { session, kinds }, total, active, onFound: goTo });
  const huntFailure = (step: 1 | -1): void => hunt({ what: "error", step, failed: true });
  const huntText = (step: 1 | -1): void => {
    if (wanted !== "") hunt({ what: `“${wanted}”`, step, text: wanted });
  };
  useTraceKeys({ active, total, goTo, huntFailure, huntText });

  return (
    <div className="flex flex-col gap-2">
      <TraceTools
        {...{ kinds, onKinds, wanted, busy, onFailure: huntFailure, onFind: huntText, onWanted: setWanted }}
        place={active < 0 ? `${total.toLocaleString("en")} events` : placeText(active, total)}
      />
      {events.problem && <ErrorBox problem={events.problem} />}
      <div
        ref={box}
        role="region"
        aria-label="Trace"
        tabIndex={0}
        className="h-[70dvh] min-h-80 overflow-y-auto rounded-lg border border-line bg-raised [overflow-anchor:none]"
      >
        <div role="list" aria-label="Events" className="relative w-full" style={{ height: rows.getTotalSize() }}>
          {inSight.map((row) => (
            <PlacedRow key={row.key} {...{ row, total, measure: rows.measureElement }} isActive={row.index === active}>
              <TraceRow
                event={events.eventAt(row.index)}
                name={String(row.index)}
                isOpen={opened.has(String(row.index))}
                onToggle={opened.toggle}
              />
              <NestedTraces subagents={subagentsAt(row.index, events.eventAt, total, subagents)} opened={opened} />
            </PlacedRow>
          ))}
        </div>
      </div>
    </div>
  );
}

interface TraceKeys {
  readonly active: number;
  readonly total: number;
  readonly goTo: (index: number, align?: "auto") => void;
  readonly huntFailure: (step: 1 | -1) => void;
  readonly huntText: (step: 1 | -1) => void;
}

/** The shortcuts shown by `TraceTools`; the slash key belongs to the shell. */
const useTraceKeys = ({ active, total, goTo, huntFailure, huntText }: TraceKeys): void =>
  useShortcuts({
    j: () => goTo(active + 1, "auto"),
    k: () => goTo(active - 1, "auto"),
    g: () => goTo(0),
    G: () => goTo(total - 1),
    e: () => huntFailure(1),
    E: () => huntFailure(-1),
    n: () => huntText(1),
    N: () => huntText(-1),
  });

/** The expanded rows, since a row out of view is unmounted. */
function useOpened(): Opened {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const toggle = useCallback(
    (name: string) =>
      setOpened((before) => (before.includes(name) ? before.filter((each) => each !== name) : [...before, name])),
    [],
  );
  return { has: (name) => opened.includes(name), toggle };
}

interface PlacedRowProps {
  readonly row: VirtualItem;
  readonly total: number;
  readonly isActive: boolean;
  readonly measure: (element: Element | null) => void;
  readonly children: ReactNode;
}

/** A row at its position in the trace. */
const PlacedRow = ({ row, total, isActive, measure, children }: PlacedRowProps) => (
  <div
    ref={measure}
    role="listitem"
    data-index={row.index}
    aria-posinset={row.index + 1}
    aria-setsize={total}
    aria-current={isActive || undefined}
    className={classes(
      "absolute top-0 left-0 w-full border-b border-l-4 border-line px-3",
      isActive ? "border-l-accent bg-accent-soft" : "border-l-transparent",
    )}
    style={{ transform: `translateY(${row.start}px)` }}
  >
    {children}
  </div>
);

const placeText = (active: number, total: number): string =>
  `Event ${(active + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
