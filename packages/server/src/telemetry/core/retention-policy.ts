/** What is too old, by the day's settings. Times are RFC 3339. */
export interface RetentionPolicy {
  /** What nothing has arrived for since then is removed. */
  readonly since: string;
  /** The same for projects that have a time of their own, by the name that people see. */
  readonly projects: readonly { readonly project: string; readonly since: string }[];
}

interface RetentionDays {
  readonly days: number;
  readonly projects: readonly { readonly project: string; readonly days: number }[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function retentionPolicy({ days, projects }: RetentionDays, now: Date): RetentionPolicy {
  const daysAgo = (count: number): string => new Date(now.getTime() - count * DAY_MS).toISOString();
  return {
    since: daysAgo(days),
    projects: projects.map((each) => ({ project: each.project, since: daysAgo(each.days) })),
  };
}

/** The sessions of one project, or of all that have no time of their own: one range of an index. */
export type RetentionRange = { readonly since: string } & (
  | { readonly project: string }
  | { readonly notOf: readonly string[] }
);

/** Together they have every session that is too old, and none twice. */
export function rangesOf({ since, projects }: RetentionPolicy): RetentionRange[] {
  return [...projects, { since, notOf: projects.map(({ project }) => project) }];
}

interface Aged {
  readonly project_name: string;
  readonly received_at: string;
}

export function isTooOld({ since, projects }: RetentionPolicy, { project_name, received_at }: Aged): boolean {
  const own = projects.find(({ project }) => project === project_name);
  return received_at < (own?.since ?? since);
}
