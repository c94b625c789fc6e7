import type { Scorecard } from "@tackroom/contract";
import { DIMENSIONS, type Dimension } from "@tackroom/contract/scorecard-weights";
import { useMemo } from "react";
import { Chart } from "../../../../ui/charts/chart.js";
import { exactNumber } from "../../../../ui/data/figures.js";
import type { SearchChange } from "../../../../ui/forms/address-filters.js";
import { Select } from "../../../../ui/forms/field.js";
import { Section } from "../../../../ui/layout/card.js";
import { DIMENSION_WORDS, roundedScore } from "./dimension-words.js";
import { dayOf, daySeries } from "./day-series.js";

interface OverTimeProps {
  readonly scorecard: Scorecard;
  /** The dimension, if it is not the total. */
  readonly score: string | undefined;
  readonly onChange: (change: SearchChange) => void;
}

/** A score by day; the sessions of a day are listed when it is selected. */
export function OverTime({ scorecard: { series }, score, onChange }: OverTimeProps) {
  const dimension = DIMENSIONS.find((each) => each === score);
  const { times, scores, sessions } = useMemo(() => daySeries(series, dimension), [series, dimension]);
  const name = nameOf(dimension);
  const lines = useMemo(
    () => [
      { name, colour: "c1" as const, values: scores, format: roundedScore },
      { name: "Sessions", colour: "c2" as const, values: sessions, format: exactNumber, ownScale: true },
    ],
    [name, scores, sessions],
  );
  return (
    <Section
      title="Over time"
      actions={
        <Select
          aria-label="Score"
          className="w-auto"
          value={dimension ?? ""}
          onChange={({ target }) => onChange({ score: target.value })}
        >
          {[undefined, ...DIMENSIONS].map((each) => (
            <option key={each ?? ""} value={each ?? ""}>
              {nameOf(each)}
            </option>
          ))}
        </Select>
      }
    >
      <Chart
        label={`${name} and sessions by day`}
        times={times}
        series={lines}
        wholeDays
        onSelect={(place) => {
          const time = times[place];
          if (time !== undefined) onChange({ day: dayOf(new Date(time * 1000).toISOString()) });
        }}
      />
      <p className="text-sm text-muted">Select a day in the chart to list its sessions below.</p>
    </Section>
  );
}

const nameOf = (dimension: Dimension | undefined): string =>
  dimension === undefined ? "Total" : DIMENSION_WORDS[dimension].name;
