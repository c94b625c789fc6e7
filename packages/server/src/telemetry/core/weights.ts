import { DEFAULT_WEIGHTS, DIMENSIONS, type Dimension } from "@tackroom/contract";

export type Weights = Readonly<Record<Dimension, number>>;

/** How far the total may be from 1: weights are typed by people, with two or three decimals. */
const TOLERANCE = 0.001;

/** The weights in force: those that were set, and the defaults of the others. */
export const weightsWith = (set: Partial<Weights>): Weights => ({ ...DEFAULT_WEIGHTS, ...set });

/** What is wrong with weights, in words for the admin who changes them; undefined: nothing. */
export function weightsProblem(weights: Weights): string | undefined {
  const total = DIMENSIONS.reduce((sum, dimension) => sum + weights[dimension], 0);
  // Sums of decimals are off by less than this.
  if (Math.abs(total - 1) <= TOLERANCE + 1e-9) return undefined;
  const listed = DIMENSIONS.map((dimension) => `${dimension} ${weights[dimension]}`).join(", ");
  return (
    `would make the weights add up to ${Number(total.toFixed(4))} instead of 1 (${listed}). ` +
    "Change several dimensions in one request, so that the total stays 1."
  );
}
