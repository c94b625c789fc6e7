import type { ChartColour } from "./chart-colours.js";

export interface ChartSeries {
  readonly name: string;
  readonly colour: ChartColour;
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** Uses a separate axis on the right. */
  readonly ownScale?: boolean;
  /** `dashed`: a limit. `marks`: single points without a line. */
  readonly look?: "line" | "dashed" | "marks";
  /** Where the values are the upper ends of ranges: their lower ends. Drawn as a bar for each time. */
  readonly lows?: readonly (number | null)[];
}

export interface ChartProps {
  /** An accessible description of the chart. */
  readonly label: string;
  /** In seconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Times are UTC days. */
  readonly wholeDays?: boolean;
  /** Called with the place of the time that is clicked. Whatever it does must be possible by keyboard elsewhere on the page. */
  readonly onSelect?: (place: number) => void;
}
