import type { SessionOutline } from "@tackroom/contract";
import { ArrowDown, ArrowUp, CircleX, ListTree, Search } from "lucide-react";
import { Button } from "../../../ui/actions/button.js";
import { Input } from "../../../ui/forms/field.js";
import { classes } from "../../../ui/theme/classes.js";
import type { Step } from "./use-hunt.js";

type Totals = SessionOutline["totals"];

const TOOLS = ["read", "edit", "command", "web", "subagent", "plan", "tool"] as const;
const VIEWS: readonly (readonly [kinds: string, label: string, count: (totals: Totals) => number])[] = [
  ["", "All", ({ steps, prompts }) => steps + prompts],
  ["user", "Prompts", ({ prompts }) => prompts],
  ["assistant", "Answers", ({ kinds }) => kinds.answer ?? 0],
  ["tool_call,tool_result", "Tools", ({ kinds }) => TOOLS.reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0)],
  ["thinking", "Thinking", ({ kinds }) => kinds.thinking ?? 0],
  ["error,system,other", "Notices", ({ kinds }) => kinds.notice ?? 0],
];

interface TraceToolsProps {
  readonly kinds: string;
  readonly onKinds: (kinds: string) => void;
  readonly totals: Totals | undefined;
  readonly wanted: string;
  readonly onWanted: (text: string) => void;
  readonly onFind: (step: Step) => void;
  readonly onFailure: (step: Step) => void;
  readonly onOutline: () => void;
  /** "3 of 17", also announced to screen readers. */
  readonly place: string;
  readonly busy: boolean;
}

/** Controls to find one's way in a long trace. */
export function TraceTools(props: TraceToolsProps) {
  const { kinds, onKinds, totals, wanted, onWanted, onFind, onFailure, onOutline, place, busy } = props;
  return (
    <div className="flex items-center gap-2 overflow-x-auto p-0.5">
      <Button size="icon" aria-label="Outline" title="Outline (o)" onClick={onOutline}>
        <ListTree size={16} aria-hidden="true" />
      </Button>
      <Views kinds={kinds} onKinds={onKinds} totals={totals} />
      <form
        className="relative w-56 min-w-44 shrink-0"
        onSubmit={(event) => {
          event.preventDefault();
          onFind(1);
        }}
      >
        <Search size={14} aria-hidden="true" className="absolute top-2.5 left-2.5 text-muted" />
        <Input
          type="search"
          aria-label="Search this session"
          placeholder="Search"
          data-page-search
          className="pr-18 pl-8 [&::-webkit-search-cancel-button]:hidden"
          maxLength={200}
          value={wanted}
          onChange={({ target }) => onWanted(target.value)}
        />
        <span role="status" className="absolute top-2 right-2 text-xs text-muted tabular-nums">
          {busy && wanted !== "" ? "…" : place}
        </span>
      </form>
      <Button size="icon" disabled={wanted === ""} aria-label="Previous match" onClick={() => onFind(-1)}>
        <ArrowUp size={14} aria-hidden="true" />
      </Button>
      <Button size="icon" disabled={wanted === ""} aria-label="Next match" onClick={() => onFind(1)}>
        <ArrowDown size={14} aria-hidden="true" />
      </Button>
      {(totals?.failures ?? 0) > 0 && (
        <Button className="ml-auto" title="Next failure (e)" onClick={() => onFailure(1)}>
          <CircleX size={14} aria-hidden="true" className="text-bad" /> Next failure
        </Button>
      )}
    </div>
  );
}

/** One of several kinds of events. Those of which there are none are left out, unless chosen. */
function Views({ kinds, onKinds, totals }: Pick<TraceToolsProps, "kinds" | "onKinds" | "totals">) {
  const views = VIEWS.filter(([value, , count]) => value === "" || value === kinds || (totals && count(totals) > 0));
  return (
    <div role="group" aria-label="Show" className="flex shrink-0 gap-0.5 rounded-md bg-hover p-0.5">
      {views.map(([value, label, count]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === kinds}
          onClick={() => onKinds(value)}
          className={classes(
            "h-7 rounded px-2 text-sm whitespace-nowrap",
            value === kinds ? "bg-canvas font-medium" : "text-ink-2 hover:text-ink",
          )}
        >
          {label} <span className="text-muted tabular-nums">{totals ? count(totals).toLocaleString("en") : ""}</span>
        </button>
      ))}
    </div>
  );
}
