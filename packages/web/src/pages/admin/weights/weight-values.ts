import type { DimensionWeight, PutWeightsBody } from "@tackroom/contract";
import { DEFAULT_WEIGHTS, DIMENSIONS, type Dimension } from "@tackroom/contract/scorecard-weights";

/** As they are typed. */
export type WeightTexts = Readonly<Record<Dimension, string>>;

/** As the server: weights that are meant to be a third each need not be exact. */
const TOLERANCE = 0.001;

const textsOf = (valueOf: (dimension: Dimension) => number): WeightTexts =>
  Object.fromEntries(DIMENSIONS.map((each) => [each, String(valueOf(each))])) as WeightTexts;

export const savedTexts = (weights: readonly DimensionWeight[]): WeightTexts =>
  textsOf((each) => weights.find(({ dimension }) => dimension === each)?.weight ?? 0);

export const DEFAULT_TEXTS = textsOf((each) => DEFAULT_WEIGHTS[each]);

/** Undefined if the text is not a weight. */
export function weightOf(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) || value < 0 || value > 1 ? undefined : value;
}

/** Undefined while one of them is not a weight. */
export function sumOf(texts: WeightTexts): number | undefined {
  const weights = DIMENSIONS.map((each) => weightOf(texts[each]));
  if (weights.includes(undefined)) return undefined;
  return Number(weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0).toFixed(6));
}

export const isOne = (sum: number | undefined): boolean => sum !== undefined && Math.abs(sum - 1) <= TOLERANCE;

/** Only what differs from what is saved. */
export const changedWeights = (saved: readonly DimensionWeight[], texts: WeightTexts): PutWeightsBody =>
  Object.fromEntries(
    saved.flatMap(({ dimension, weight }) => {
      const wanted = weightOf(texts[dimension]);
      return wanted === undefined || wanted === weight ? [] : [[dimension, wanted]];
    }),
  );
