import type { SessionOutline } from "@tackroom/contract";
import { describeCall } from "@tackroom/harness/steps";
import { X } from "lucide-react";
import { Children, useState, type ReactNode } from "react";
import { Button } from "../../../ui/actions/button.js";
import { costText } from "../../../ui/data/figures.js";
import { classes } from "../../../ui/theme/classes.js";
import { clockText, spanText } from "./clock-text.js";
import { isTimed } from "./is-timed.js";
import { withoutImageMarks } from "./line-images.js";
import { PromptNumber } from "./other-rows.js";
import { KIND_COLOURS } from "./step-icon.js";
import { Changed } from "./step-row.js";
import { promptsOf } from "./timeline-strip.js";

interface RailProps {
  readonly outline: SessionOutline;
  readonly startedAt: number;
  /** The first event in sight. */
  readonly at: number;
  readonly onGo: (offset: number) => void;
}

/** What a session was about: prompts, failures, files and costs, each leading to its step. */
export function Rail({ outline, startedAt, at, onGo }: RailProps) {
  const { failures, files, totals } = outline;
  return (
    <nav aria-label="Outline" className="flex flex-col gap-4 text-sm">
      <Prompts outline={outline} at={at} onGo={onGo} />
      {failures.length > 0 && (
        <Part title="Failures" count={totals.failures} limit={FEW_LINES} tone="text-bad">
          {failures.map(({ offset, summary, at: time }) => (
            <Entry key={offset} onClick={() => onGo(offset)} title={summary}>
              <X size={12} aria-hidden="true" className="shrink-0 text-bad" />
              <span className="min-w-0 grow truncate text-xs">{summary}</span>
              <Aside>{time === null || !isTimed(outline) ? "" : clockText(Date.parse(time) - startedAt)}</Aside>
            </Entry>
          ))}
          {totals.failures > failures.length && <FirstOnly count={failures.length} />}
        </Part>
      )}
      {files.length > 0 && (
        <Part title="Files changed" count={totals.files} limit={FEW_LINES} aside={<Changed {...totals} />}>
          {files.map(({ path, added, removed, offset }) => (
            <Entry key={path} onClick={() => onGo(offset)} title={path}>
              <span className="min-w-0 grow truncate text-left font-mono text-xs [direction:rtl]">
                <bdi>{path}</bdi>
              </span>
              <Aside>
                <Changed added={added} removed={removed} />
              </Aside>
            </Entry>
          ))}
          {totals.files > files.length && <FirstOnly count={files.length} />}
        </Part>
      )}
      <Costs outline={outline} />
    </nav>
  );
}

function Prompts({ outline, at, onGo }: Omit<RailProps, "startedAt">) {
  const prompts = promptsOf(outline);
  const current = prompts.findLastIndex(({ offset }) => offset <= at);
  const isPriced = outline.totals.cost_usd !== null;
  const highest = Math.max(...prompts.map(({ cost_usd: cost }) => cost ?? 0), Number.MIN_VALUE);
  return (
    <Part title="Prompts" count={outline.totals.prompts} limit={FEW_PROMPTS} at={current}>
      {prompts.map(({ text, cost_usd: cost, duration_ms: ms, offset }, place) => (
        <Entry key={offset} onClick={() => onGo(offset)} isCurrent={place === current} title={text ?? ""}>
          <PromptNumber number={place + 1} />
          <span className="flex min-w-0 grow flex-col gap-1">
            <span className="line-clamp-2">{withoutImageMarks(text ?? "") || "Image"}</span>
            {isPriced && <Bar share={(cost ?? 0) / highest} colour="var(--accent)" />}
          </span>
          <Aside>
            {isPriced && <span className="block text-ink">{cost === null ? "—" : costText(cost)}</span>}
            {ms > 0 && spanText(ms)}
          </Aside>
        </Entry>
      ))}
    </Part>
  );
}

function Costs({ outline: { cost_by_tool: costs } }: Pick<RailProps, "outline">) {
  const known = costs.filter(({ cost_usd: cost }) => cost !== null && cost > 0);
  const highest = known[0]?.cost_usd ?? 1;
  if (known.length === 0) return null;
  return (
    <Part
      title="Cost by step"
      limit={FEW_LINES}
      hint="The cost of a request is listed by the first tool that it called. The trace shows it at the first step of the request."
    >
      {known.map(({ name, calls, cost_usd: cost }) => (
        <div key={name} className="flex items-center gap-2 px-2 py-0.5 text-xs">
          <span className="min-w-0 grow truncate" title={name}>
            {nameOf(name)} <span className="text-muted">{calls > 0 ? calls : ""}</span>
          </span>
          <span className="w-14 shrink-0">
            <Bar share={(cost ?? 0) / highest} colour={colourOf(name)} />
          </span>
          <Aside>{costText(cost)}</Aside>
        </div>
      ))}
    </Part>
  );
}

const SAID: Readonly<Record<string, readonly [name: string, colour: string]>> = {
  answer: ["Answers", KIND_COLOURS.answer],
  thinking: ["Thinking", KIND_COLOURS.thinking],
  other: ["Other", KIND_COLOURS.notice],
};
const nameOf = (name: string): string => SAID[name]?.[0] ?? name.replace(/^mcp__(.+?)__/, "$1 · ");
const colourOf = (name: string): string => SAID[name]?.[1] ?? KIND_COLOURS[describeCall(name, null).use];

interface PartProps {
  readonly title: string;
  readonly count?: number;
  /** Shown before someone asks for all of them. */
  readonly limit: number;
  /** The entry that must be among those that are shown. */
  readonly at?: number;
  readonly tone?: string;
  readonly aside?: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** So few that all four parts are in sight without scrolling, however long the session was. */
const FEW_PROMPTS = 3;
const FEW_LINES = 4;

function Part({ title, count, limit, at = 0, tone, aside, hint, children }: PartProps) {
  const [isWhole, setWhole] = useState(false);
  const entries = Children.toArray(children);
  // One entry more is no longer than the button that would show it.
  const isFew = entries.length <= limit + 1;
  const from = Math.floor(Math.max(at, 0) / limit) * limit;
  return (
    <section className="flex flex-col" aria-label={title}>
      <h2 title={hint} className={classes("flex items-baseline gap-1.5 px-2 pb-1 text-sm font-semibold", tone)}>
        {title}
        {count !== undefined && <span className="font-normal text-muted">{count.toLocaleString("en")}</span>}
        <span className="ml-auto text-xs font-medium text-ink tabular-nums">{aside}</span>
      </h2>
      {isWhole || isFew ? entries : entries.slice(from, from + limit)}
      {!isFew && (
        <Button
          size="small"
          variant="quiet"
          className="self-start"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show fewer" : `Show all ${entries.length.toLocaleString("en")}`}
          <span className="sr-only"> of {title}</span>
        </Button>
      )}
    </section>
  );
}

interface EntryProps {
  readonly onClick: () => void;
  readonly title: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

const Entry = ({ onClick, title, isCurrent = false, children }: EntryProps) => (
  <button
    type="button"
    title={title}
    aria-current={isCurrent || undefined}
    onClick={onClick}
    className={classes(
      "flex w-full items-start gap-2 rounded-md px-2 py-1 text-left hover:bg-hover",
      isCurrent && "bg-accent-soft",
    )}
  >
    {children}
  </button>
);

const Aside = ({ children }: { readonly children: ReactNode }) => (
  <span className="shrink-0 text-right text-xs text-muted tabular-nums">{children}</span>
);

const Bar = ({ share, colour }: { readonly share: number; readonly colour: string }) => (
  <span className="block h-1 w-full overflow-hidden rounded-full bg-hover">
    <span className="block h-full rounded-full" style={{ width: `${share * 100}%`, background: colour }} />
  </span>
);

const FirstOnly = ({ count }: { readonly count: number }) => (
  <p className="px-2 py-1 text-xs text-muted">The first {count} are listed.</p>
);
