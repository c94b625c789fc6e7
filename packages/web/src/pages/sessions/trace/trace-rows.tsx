import type { Session, SessionOutline } from "@tackroom/contract";
import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import type { ReactNode, RefObject } from "react";
import { Skeleton } from "../../../ui/feedback/skeleton.js";
import { classes } from "../../../ui/theme/classes.js";
import { isTimed } from "./is-timed.js";
import type { Nested } from "./nest-subagents.js";
import { FoldRow, GapRow, PromptRow, ReadsRow } from "./other-rows.js";
import type { Row } from "./rows.js";
import { StepRow } from "./step-row.js";
import type { Step } from "./steps.js";
import { SubagentBoxes } from "./subagent-boxes.js";
import { promptsOf } from "./timeline-strip.js";
import type { Opened } from "./use-opened.js";

interface TraceRowsProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly rows: readonly Row[];
  readonly items: readonly VirtualItem[];
  readonly virtualizer: Virtualizer<Window, Element>;
  readonly scrollMargin: number;
  readonly context: RowContext;
}

/** What all rows share. */
export interface RowContext {
  readonly session: Session;
  readonly author: string;
  readonly outline: SessionOutline | undefined;
  readonly opened: Opened;
  readonly activeKey: string;
  readonly isLive: boolean;
  readonly subagentsOf: (step: Step) => readonly Nested[];
  readonly isOpenAtFirst: (key: string) => boolean;
  readonly onToggle: (step: Step, isOpen: boolean) => void;
  readonly onLink: (line: number) => void;
}

/** The rows in sight, at their places. */
export const TraceRows = ({ list, rows, items, virtualizer, scrollMargin, context }: TraceRowsProps) => (
  <div
    ref={list}
    role="list"
    aria-label="Steps"
    className="relative w-full [overflow-anchor:none] before:absolute before:inset-y-0 before:left-4 before:hidden before:border-l before:border-dashed before:border-accent/50 sm:before:left-[4.25rem] sm:before:block"
    style={{ height: virtualizer.getTotalSize() }}
  >
    {items.map((item) => {
      const row = rows[item.index];
      if (!row) return null;
      const isActive = row.key === context.activeKey;
      return (
        <div
          key={item.key}
          ref={virtualizer.measureElement}
          role="listitem"
          data-index={item.index}
          aria-current={isActive || undefined}
          className={classes(
            "absolute top-0 left-0 w-full border-l-2",
            isActive ? "border-accent [&_[data-line]]:bg-accent-soft" : "border-transparent",
          )}
          style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
        >
          <RowContent row={row} context={context} />
        </div>
      );
    })}
  </div>
);

function RowContent({ row, context }: { readonly row: Row; readonly context: RowContext }): ReactNode {
  const { opened, session, outline } = context;
  const startedAt = outline && !isTimed(outline) ? Number.NaN : Date.parse(session.started_at ?? "");
  if (row.type === "step") return <StepContent row={row} context={context} startedAt={startedAt} />;
  if (row.type === "gap") return <GapRow ms={row.ms} />;
  if (row.type === "fold") return <FoldRow count={row.steps.length} onOpen={() => opened.set(row.key, true)} />;
  if (row.type === "reads") {
    const isOpen = opened.isOpen(row.key);
    return <ReadsRow {...{ steps: row.steps, startedAt, isOpen }} onToggle={() => opened.set(row.key, !isOpen)} />;
  }
  return <PagePlaceholder />;
}

/** As tall as a page usually is. */
const PagePlaceholder = () => (
  <div className="flex h-400 flex-col gap-3 py-2 pl-9 sm:pl-22">
    {Array.from({ length: 45 }, (_, place) => (
      <Skeleton key={place} className="h-5" />
    ))}
  </div>
);

interface StepContentProps {
  readonly row: Extract<Row, { readonly type: "step" }>;
  readonly context: RowContext;
  readonly startedAt: number;
}

function StepContent({ row: { step, key, isInner }, context, startedAt }: StepContentProps) {
  const { outline, author, opened, isLive, onToggle, onLink } = context;
  const started = context.subagentsOf(step);
  return (
    <>
      {step.kind === "prompt" ? (
        <PromptRow step={step} author={author} turn={turnOf(outline, step)} />
      ) : (
        <StepRow
          {...{ step, startedAt, isInner, isLive, onToggle, onLink }}
          isOpen={opened.isOpen(key, context.isOpenAtFirst(key))}
        />
      )}
      <SubagentBoxes subagents={started} opened={opened} />
    </>
  );
}

/** By line, since offsets differ where only some kinds are shown. */
function turnOf(outline: SessionOutline | undefined, { line }: Step) {
  const prompts = outline ? promptsOf(outline) : [];
  const place = prompts.findIndex((turn) => turn.line === line);
  const turn = prompts[place];
  return turn && { number: place + 1, turn };
}
