import type { SessionOutline } from "@tackroom/contract";
import { ChevronsUpDown, Coffee, Files } from "lucide-react";
import { Button } from "../../../ui/actions/button.js";
import { costText } from "../../../ui/data/figures.js";
import { Time } from "../../../ui/data/time.js";
import { spanText } from "./clock-text.js";
import { LineImages, namesImages, withoutImageMarks } from "./line-images.js";
import { Marked } from "./marked.js";
import { Figure, Offset } from "./step-row.js";
import { stepWords, type Step } from "./steps.js";

type Turn = SessionOutline["turns"][number];

interface PromptRowProps {
  readonly step: Step;
  /** Undefined until the outline is loaded. */
  readonly turn: { readonly number: number; readonly turn: Turn } | undefined;
  readonly author: string;
}

/** A prompt, as it was typed, with what it came to. */
export const PromptRow = ({ step, turn, author }: PromptRowProps) => (
  <article aria-label="Prompt" className="my-2 rounded-lg border border-accent/40 bg-accent-soft px-3 py-2.5 sm:px-4">
    <header className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
      {turn && <PromptNumber number={turn.number} />}
      <span className="font-medium">{author}</span>
      {step.event.timestamp !== null && (
        <span className="text-muted">
          <Time at={step.event.timestamp} />
        </span>
      )}
      {turn && <span className="ml-auto text-xs text-ink-2 tabular-nums">{turnText(turn.turn)}</span>}
    </header>
    <PromptText text={withoutImageMarks(step.event.text ?? "")} />
    {namesImages(step.event.text ?? "") && (
      <div className="sm:pl-7">
        <LineImages line={step.line} />
      </div>
    )}
  </article>
);

const PromptText = ({ text }: { readonly text: string }) => (
  <p className="line-clamp-12 pt-1 text-base whitespace-pre-wrap sm:pl-7">
    <Marked text={text} />
  </p>
);

export const PromptNumber = ({ number }: { readonly number: number }) => (
  <span className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent px-1 text-xs font-semibold text-on-accent tabular-nums">
    {number}
  </span>
);

const turnText = ({ duration_ms: ms, steps, cost_usd: cost }: Turn): string =>
  [
    ...(ms > 0 ? [spanText(ms)] : []),
    `${steps} step${steps === 1 ? "" : "s"}`,
    ...(cost === null ? [] : [costText(cost)]),
  ].join(" · ");

export const GapRow = ({ ms }: { readonly ms: number }) => (
  <p className="flex items-center gap-3 py-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
    <Coffee size={14} aria-hidden="true" /> {spanText(ms)} without activity
  </p>
);

interface FoldRowProps {
  readonly count: number;
  readonly onOpen: () => void;
}

export const FoldRow = ({ count, onOpen }: FoldRowProps) => (
  <div data-line="" className="py-1 pl-9 sm:pl-22">
    <Button size="small" onClick={onOpen}>
      <ChevronsUpDown size={14} aria-hidden="true" /> {count.toLocaleString("en")} more steps
    </Button>
  </div>
);

interface ReadsRowProps {
  readonly steps: readonly Step[];
  readonly startedAt: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Neighbouring reads in a line. */
export function ReadsRow({ steps, startedAt, isOpen, onToggle }: ReadsRowProps) {
  const costs = steps.flatMap(({ costUsd }) => costUsd ?? []);
  const names = steps.map((step) => shortName(stepWords(step).object));
  return (
    <button
      type="button"
      data-line=""
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-8.5 w-full min-w-0 items-center gap-2 rounded-md px-1 text-left text-sm hover:bg-hover"
    >
      <Offset at={steps[0]?.event.timestamp ?? null} startedAt={startedAt} />
      <span className="z-10 flex size-6 shrink-0 items-center justify-center rounded-full bg-canvas text-muted">
        <Files size={14} aria-hidden="true" />
      </span>
      <span className="min-w-0 grow truncate">
        <span className="font-medium">Read {steps.length} times</span>{" "}
        <span className="font-mono text-xs text-ink-2">
          <Marked text={names.join(", ")} />
        </span>
      </span>
      <Figure width="hidden w-14 sm:block">
        {costs.length === 0 ? "" : costText(costs.reduce((sum, cost) => sum + cost, 0))}
      </Figure>
      <span className="w-5 shrink-0" />
    </button>
  );
}

const shortName = (path: string): string => path.split("/").at(-1) || path;
