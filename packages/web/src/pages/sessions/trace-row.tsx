import type { SessionEvent } from "@tackroom/contract";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { Badge, type Tone } from "../../ui/feedback/badge.js";
import { Button } from "../../ui/actions/button.js";
import { classes } from "../../ui/theme/classes.js";
import { CopyButton } from "../../ui/feedback/copy-button.js";
import { compactNumber, costText, durationText } from "../../ui/data/figures.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { isFailure } from "./is-failure.js";

/** The part of a long text that is shown initially. */
const SHORT = 600;
/** The limit for an expanded text, because the browser cannot lay out a megabyte quickly. The copy button copies all of it. */
const LONG = 50_000;

const KINDS: Readonly<Record<SessionEvent["kind"], readonly [label: string, tone: Tone]>> = {
  user: ["prompt", "accent"],
  assistant: ["answer", "info"],
  thinking: ["thinking", "neutral"],
  tool_call: ["tool call", "warn"],
  tool_result: ["result", "good"],
  system: ["system", "neutral"],
  error: ["error", "bad"],
  other: ["other", "neutral"],
};

interface TraceRowProps {
  readonly event: SessionEvent | undefined;
  /** The key passed to `onToggle`. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: (name: string) => void;
}

/** An event: a message, or a tool's input and output. Memoized, because the trace re-renders on scroll. */
export const TraceRow = memo(function TraceRow({ event, name, isOpen, onToggle }: TraceRowProps) {
  // Has the estimated height before it is loaded, so that loading a row does not move the others.
  if (!event) return <Skeleton className="my-3 h-12" />;
  const parts = partsOf(event);
  const isCut = parts.some(({ text }) => text.length > SHORT);
  return (
    <article className="flex flex-col gap-1 py-2">
      <Heading event={event} />
      {parts.map(({ label, text, isCode }) => (
        <div key={label} className="flex items-start gap-1">
          <pre
            className={classes(
              "min-w-0 grow whitespace-pre-wrap",
              isCode ? "rounded bg-sunken px-2 py-1 font-mono text-sm" : "font-sans",
              event.kind === "thinking" && "text-muted",
            )}
          >
            {isOpen ? text.slice(0, LONG) : cut(text)}
          </pre>
          {isCode && <CopyButton text={text} what={`the ${label}`} />}
        </div>
      ))}
      {isCut && (
        <Button
          size="small"
          variant="quiet"
          className="self-start"
          aria-expanded={isOpen}
          onClick={() => onToggle(name)}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
          {isOpen ? "Show less" : `Show all ${compactNumber(lengthOf(parts))} characters`}
        </Button>
      )}
    </article>
  );
});

function Heading({ event }: { readonly event: SessionEvent }) {
  const [label, tone] = KINDS[event.kind];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Badge tone={isFailure(event) ? "bad" : tone}>{isFailure(event) ? `${label} · failed` : label}</Badge>
      {event.tool_name !== null && <strong className="font-mono font-medium text-ink">{event.tool_name}</strong>}
      {event.timestamp !== null && (
        <time dateTime={event.timestamp} className="tabular-nums">
          {new Date(event.timestamp).toLocaleTimeString()}
        </time>
      )}
      {event.latency_ms !== null && <span>{durationText(event.latency_ms)}</span>}
      {event.tokens !== null && <span>{compactNumber(event.tokens.total)} tokens</span>}
      {event.cost_usd !== null && event.cost_usd > 0 && <span>{costText(event.cost_usd)}</span>}
      {event.model !== null && <span className="hidden sm:inline">{event.model}</span>}
      <span className="ml-auto tabular-nums">line {event.line}</span>
    </div>
  );
}

interface Part {
  readonly label: string;
  readonly text: string;
  readonly isCode: boolean;
}

const partsOf = ({ text, tool_input, tool_output }: SessionEvent): Part[] =>
  [
    { label: "text", text: text ?? "", isCode: false },
    { label: "input", text: tool_input === null ? "" : readable(tool_input), isCode: true },
    { label: "result", text: tool_output ?? "", isCode: true },
  ].filter((part) => part.text !== "");

/** Formatted JSON; other text unchanged. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const cut = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT)} …` : text);
const lengthOf = (parts: readonly Part[]): number => parts.reduce((sum, { text }) => sum + text.length, 0);
