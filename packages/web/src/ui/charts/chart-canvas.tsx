import { useEffect, useRef, useState } from "react";
import "uplot/dist/uPlot.min.css";
import type { ChartProps, ChartSeries } from "./chart-props.js";
import { dayOf, timeOfDay } from "../data/days.js";
import { classes } from "../theme/classes.js";
import { draw, HEIGHT } from "./draw-chart.js";

export function ChartCanvas({ label, times, series, wholeDays = false, onSelect }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const theme = useThemeChanges();
  useEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    const plot = draw(box, { times, series, wholeDays, onPoint: setPointed });
    const resize = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    resize.observe(box);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [times, series, wholeDays, theme]);
  const at = pointed ?? times.length - 1;
  const time = times[at];
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div
        ref={place}
        role="img"
        aria-label={label}
        className={classes("h-55 min-w-0 overflow-hidden", onSelect && "cursor-pointer")}
        {...(onSelect && pointed !== undefined ? { onClick: () => onSelect(pointed) } : {})}
      />
      <figcaption className="flex min-h-5 flex-wrap gap-x-4 text-sm">
        {time !== undefined && <span className="text-muted">{timeText(time, wholeDays)}</span>}
        {series.map((each) => (
          <span key={each.name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: `var(--${each.colour})` }} />
            {each.name}: {valueAt(each, at)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function valueAt({ values, lows, format }: ChartSeries, at: number): string {
  const [value, low] = [values[at], lows?.[at]];
  if (typeof value !== "number") return "none";
  return typeof low === "number" && low !== value ? `${format(low)} to ${format(value)}` : format(value);
}

function timeText(time: number, wholeDays: boolean): string {
  const moment = new Date(time * 1000);
  return wholeDays ? moment.toISOString().slice(0, 10) : `${dayOf(moment)} ${timeOfDay(moment)}`;
}

/** Changes whenever the color scheme changes. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = (): void => setChanges((before) => before + 1);
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    const chosen = new MutationObserver(changed);
    system.addEventListener("change", changed);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", changed);
      chosen.disconnect();
    };
  }, []);
  return changes;
}
