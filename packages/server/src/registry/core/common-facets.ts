import type { RiskLevel } from "@tackroom/contract";

/** Searchers do not know how the publisher spelled it. */
export const tagValue = (tag: string): string => tag.trim().toLowerCase();
export const tagFacet = (tag: string): string => `tag:${tagValue(tag)}`;

/** An item that names no harness works in any. */
export const ANY_HARNESS = "*";
const IN_ANY_HARNESS = `harness:${ANY_HARNESS}`;

export const harnessFacets = (supported: readonly string[]): string[] =>
  supported.length === 0 ? [IN_ANY_HARNESS] : supported.map((harness) => `harness:${harness}`);

/** One of these is in what works in the harness, and never both. */
export const worksInFacets = (harness: string): string[] => [`harness:${harness}`, IN_ANY_HARNESS];

export const riskFacet = (level: RiskLevel): string => `risk:${level}`;
