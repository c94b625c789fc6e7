import { Check, Link2, LoaderCircle, X } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Button } from "../../../ui/actions/button.js";
import { costText } from "../../../ui/data/figures.js";
import { classes } from "../../../ui/theme/classes.js";
import { clockText, spanText } from "./clock-text.js";
import { Marked } from "./marked.js";
import { StepDetail } from "./step-detail.js";
import { StepIcon } from "./step-icon.js";
import { durationOf, resultWords, stepWords, type Step } from "./steps.js";

interface StepRowProps {
  readonly step: Step;
  /** When the session started, in milliseconds; NaN if its steps have no times of their own. */
  readonly startedAt: number;
  readonly isOpen: boolean;
  readonly isInner: boolean;
  readonly isLive: boolean;
  readonly onToggle: (step: Step, isOpen: boolean) => void;
  /** Undefined where its line is another session's. */
  readonly onLink: ((line: number) => void) | undefined;
}

/** A step in a line, which opens in place. Memoized, because the trace renders again while it scrolls. */
export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { step, startedAt, isOpen, isInner, isLive, onToggle, onLink } = props;
  const { verb, object } = stepWords(step);
  const { event, kind, hasFailed } = step;
  const isRunning = event.kind === "tool_call" && !step.result && isLive;
  const isSaid = kind === "answer" || kind === "thinking" || kind === "notice";
  return (
    <article className={classes("group relative", isInner && "pl-4")} aria-label={`${verb} ${object}`.slice(0, 120)}>
      <div className="flex items-center">
        <button
          type="button"
          data-line=""
          aria-expanded={isOpen}
          onClick={() => onToggle(step, !isOpen)}
          className="flex min-h-8.5 min-w-0 grow items-center gap-2 rounded-md px-1 text-left text-sm hover:bg-hover"
        >
          <Offset at={event.timestamp} startedAt={startedAt} />
          <StepIcon kind={kind} hasFailed={hasFailed} />
          <span className="min-w-0 grow truncate">
            <span className={kind === "thinking" || kind === "notice" ? "text-muted" : "font-medium"}>{verb}</span>{" "}
            <span
              className={classes(
                isSaid ? "text-ink-2" : "font-mono text-xs text-ink-2",
                kind === "thinking" && "text-muted italic",
              )}
            >
              <Marked text={object} />
            </span>
          </span>
          <Outcome step={step} isRunning={isRunning} />
        </button>
        {onLink && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Copy a link to line ${step.line}`}
            className="absolute top-0.5 right-0 hidden bg-raised opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 sm:inline-flex"
            onClick={() => onLink(step.line)}
          >
            <Link2 size={14} aria-hidden="true" />
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="pr-1 pb-3 pl-9 sm:pl-22">
          <StepDetail step={step} />
        </div>
      )}
    </article>
  );
});

export const Offset = ({ at, startedAt }: { readonly at: string | null; readonly startedAt: number }) => (
  <span className="hidden w-11 shrink-0 text-right text-xs text-muted tabular-nums sm:block">
    {at === null || Number.isNaN(startedAt) ? "" : clockText(Date.parse(at) - startedAt)}
  </span>
);

/** Result, duration, cost and state, in columns. */
function Outcome({ step, isRunning }: { readonly step: Step; readonly isRunning: boolean }) {
  const { text, added, removed } = resultWords(step);
  const duration = durationOf(step);
  return (
    <>
      <span
        className={classes(
          "hidden max-w-72 shrink-0 truncate text-right text-xs md:block",
          step.hasFailed ? "text-bad" : "text-muted",
        )}
      >
        {added === undefined ? <Marked text={isRunning ? "running" : text} /> : <Changed {...{ added, removed }} />}
      </span>
      <Figure width="w-14">{duration === null ? "" : spanText(duration)}</Figure>
      <Figure width="hidden w-14 sm:block">{step.costUsd === null ? "" : costText(step.costUsd)}</Figure>
      <span className="w-5 shrink-0">
        <State step={step} isRunning={isRunning} />
      </span>
    </>
  );
}

export const Changed = ({ added, removed = 0 }: { readonly added: number; readonly removed?: number | undefined }) => (
  <span className="whitespace-nowrap tabular-nums">
    <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
  </span>
);

export const Figure = ({ width, children }: { readonly width: string; readonly children: ReactNode }) => (
  <span className={classes("shrink-0 text-right text-xs text-muted tabular-nums", width)}>{children}</span>
);

function State({ step, isRunning }: { readonly step: Step; readonly isRunning: boolean }) {
  if (step.hasFailed) return <X size={14} className="text-bad" aria-label="failed" />;
  if (isRunning) return <LoaderCircle size={14} className="text-info" aria-label="running" />;
  return step.result ? <Check size={14} className="text-good" aria-label="succeeded" /> : null;
}
