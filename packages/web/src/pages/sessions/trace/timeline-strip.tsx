import type { SessionOutline } from "@tackroom/contract";
import { useMemo, type MouseEvent } from "react";
import { spanText } from "./clock-text.js";
import { KIND_COLOURS } from "./step-icon.js";
import { offsetAt, stripOf, unitOf, type Strip } from "./strip-units.js";

interface TimelineStripProps {
  readonly outline: SessionOutline;
  /** The first and last event in sight. */
  readonly inSight: readonly [number, number];
  readonly onGo: (offset: number) => void;
}

const HEIGHT = 40;
/** More prompts would cover each other. */
const MAX_NUMBERS = 40;

/** The course of a session: steps by kind, failures, prompts, cost as the ground, idle time folded. */
export function TimelineStrip({ outline, inSight, onGo }: TimelineStripProps) {
  const strip = useMemo(() => stripOf(outline), [outline]);
  const { totals } = outline;
  const percent = (unit: number): string => `${(unit / strip.units) * 100}%`;
  const go = ({ clientX, currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onGo(offsetAt(strip, (Math.max(0, clientX - left) / width) * strip.units));
  };
  const [from, to] = inSight.map((offset) => (Number.isFinite(offset) ? unitOf(strip, offset) : 0)) as [number, number];
  const label = `Timeline: ${totals.prompts} prompts, ${totals.failures} failures, ${spanText(totals.active_ms)} active`;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={go}
      className="relative block h-10 w-full overflow-hidden rounded-md border border-line bg-sunken"
    >
      <Bars strip={strip} />
      {strip.gaps.map(({ left, width, ms }) => (
        <span
          key={left}
          className="absolute inset-y-0 flex items-center justify-center bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_5px)] text-2xs text-muted"
          style={{ left: percent(left), width: percent(width) }}
        >
          <span className="hidden rounded bg-sunken px-1 whitespace-nowrap md:inline">{spanText(ms)}</span>
        </span>
      ))}
      <span
        className="absolute inset-y-0 min-w-2 rounded-sm border-2 border-ink-2"
        style={{ left: percent(from), width: percent(Math.max(1, to - from)) }}
      />
      <Numbers outline={outline} leftOf={(offset) => percent(unitOf(strip, offset))} />
    </button>
  );
}

const Bars = ({ strip: { units, slices } }: { readonly strip: Strip }) => (
  <svg
    aria-hidden="true"
    className="absolute inset-0 size-full"
    viewBox={`0 0 ${units} ${HEIGHT}`}
    preserveAspectRatio="none"
  >
    {slices.map(({ left, kind, hasFailed, costShare }) => (
      <g key={left}>
        <rect x={left} y={HEIGHT * (1 - costShare)} width={1} height={HEIGHT * costShare} fill="var(--accent-soft)" />
        {(hasFailed || kind !== null) && (
          <rect
            x={left + 0.1}
            y={hasFailed ? 8 : 14}
            width={0.8}
            height={hasFailed ? 24 : 12}
            fill={hasFailed ? "var(--bad)" : KIND_COLOURS[kind ?? "notice"]}
          />
        )}
      </g>
    ))}
  </svg>
);

interface NumbersProps {
  readonly outline: SessionOutline;
  readonly leftOf: (offset: number) => string;
}

const Numbers = ({ outline, leftOf }: NumbersProps) => (
  <>
    {promptsOf(outline).length <= MAX_NUMBERS &&
      promptsOf(outline).map(({ offset }, place) => (
        <span
          key={offset}
          className="absolute inset-y-0 border-l border-accent"
          style={{ left: leftOf(offset) }}
          aria-hidden="true"
        >
          <span className="absolute top-0 left-0 min-w-4 rounded-br bg-accent px-0.5 text-center text-2xs whitespace-nowrap font-semibold text-on-accent">
            {place + 1}
          </span>
        </span>
      ))}
  </>
);

/** The turns that a prompt began. */
export const promptsOf = ({ turns }: SessionOutline): SessionOutline["turns"] =>
  turns.filter(({ text }) => text !== null);
