/** What a scorecard judges an agent by, in the order in which it is shown, with the weights that hold unless an admin sets others. */
export const DEFAULT_WEIGHTS = {
  goal_completion: 0.28,
  tool_efficiency: 0.18,
  tool_failures: 0.13,
  factual_grounding: 0.18,
  thought_process: 0.13,
  adversarial_robustness: 0.1,
} as const;
export type Dimension = keyof typeof DEFAULT_WEIGHTS;
export const DIMENSIONS = Object.keys(DEFAULT_WEIGHTS) as readonly Dimension[];
