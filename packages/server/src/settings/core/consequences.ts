import type { ProjectDays } from "./project-days.js";

interface Change<T> {
  readonly from: T;
  readonly to: T;
}

const IRREVERSIBLE = "at the next cleanup, and cannot be restored";

export const retentionConsequence = ({ from, to }: Change<number>): string | undefined =>
  to < from ? `Telemetry that is older than ${inDays(to)} is deleted ${IRREVERSIBLE}.` : undefined;

/** A project that is listed anew, kept for less time, or no longer listed may lose telemetry. */
export function projectRetentionConsequence({ from, to }: Change<readonly ProjectDays[]>): string | undefined {
  const before = new Map(from.map(({ project, days }) => [project, days]));
  const after = new Set(to.map(({ project }) => project));
  const shortened = to
    .filter(({ project, days }) => days < (before.get(project) ?? Infinity))
    .map(({ project, days }) => `of ${project} that is older than ${inDays(days)}`);
  const dropped = from
    .filter(({ project }) => !after.has(project))
    .map(({ project }) => `of ${project} that is older than the general retention`);
  const affected = [...shortened, ...dropped];
  return affected.length > 0 ? `Telemetry ${affected.join(", and ")} is deleted ${IRREVERSIBLE}.` : undefined;
}

export function forwardingConsequence({ from, to }: Change<readonly string[]>): string | undefined {
  const added = to.filter((registry) => !from.includes(registry));
  return added.length > 0 ? `What users search for can be sent to ${added.join(", ")}.` : undefined;
}

const inDays = (days: number): string => (days === 1 ? "1 day" : `${days} days`);
