import type { ItemMetrics } from "@tackroom/contract";

const DAY_MS = 24 * 3600 * 1000;

export interface InstallDays {
  /** Ascending. */
  readonly dates: readonly string[];
  readonly installs: readonly number[];
}

/** All days of the period: the server returns only days with installs. */
export function installDays(series: ItemMetrics["series"], days: number, now: Date): InstallDays {
  const byDate = new Map(series.map(({ date, downloads }) => [date, downloads]));
  // A period that starts at this time of day spans one more calendar day.
  const all = Array.from({ length: days + 1 }, (_, at) =>
    new Date(now.getTime() - (days - at) * DAY_MS).toISOString().slice(0, 10),
  );
  return {
    dates: all,
    installs: all.map((date) => byDate.get(date) ?? 0),
  };
}
