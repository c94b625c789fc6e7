import type { RiskLevel, RiskSignal } from "@tackroom/contract";

const WORST_FIRST = ["high", "medium", "low"] as const;

/** The highest severity among the signals. */
export const riskLevel = (signals: readonly Pick<RiskSignal, "severity">[]): RiskLevel =>
  WORST_FIRST.find((level) => signals.some(({ severity }) => severity === level)) ?? "none";
