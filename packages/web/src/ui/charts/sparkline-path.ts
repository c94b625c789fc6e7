export interface Area {
  readonly width: number;
  readonly height: number;
  /** Room for the width of the line and the dot at its end. */
  readonly margin: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const rounded = (number: number): number => Math.round(number * 10) / 10;

/** The points of a line from zero to the largest value. A line of one value lies at its end. */
export function sparklinePoints(values: readonly number[], most: number, area: Area): Point[] {
  const { width, height, margin } = area;
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const scale = most > 0 ? (height - 2 * margin) / most : 0;
  const offset = values.length === 1 ? width - margin : margin;
  return values.map((value, at) => ({
    x: rounded(offset + at * step),
    y: rounded(height - margin - Math.max(0, value) * scale),
  }));
}

export const linePath = (points: readonly Point[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
