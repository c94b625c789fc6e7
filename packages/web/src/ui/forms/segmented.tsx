import type { LucideIcon } from "lucide-react";
import { classes } from "../theme/classes.js";

export interface Segment<Value> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** How many there are; its place is kept while that is unknown. */
  readonly count?: number | undefined;
}

interface SegmentedProps<Value> {
  /** The accessible name of the choice. */
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/** One of two to seven choices, all of them in sight. Scrolls sideways on a narrow screen. */
export const Segmented = <Value extends string | undefined>(props: SegmentedProps<Value>) => (
  <div role="group" aria-label={props.label} className={classes("look-segments", props.className)}>
    {props.segments.map(({ value, label, icon: Icon, ...rest }) => (
      <button
        key={value ?? ""}
        type="button"
        aria-pressed={value === props.value}
        className="look-segment"
        onClick={() => props.onChange(value)}
      >
        {Icon && <Icon size={14} aria-hidden="true" />}
        {label}
        {"count" in rest && <span className="min-w-3 text-xs font-normal tabular-nums">{rest.count ?? ""}</span>}
      </button>
    ))}
  </div>
);
