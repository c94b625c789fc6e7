import type { ItemMetrics } from "@tackroom/contract";

const DAY_MS = 24 * 3600 * 1000;

export interface InstallDays {
  /** In seconds, ascending. */
  readonly times: readonly number[];
  readonly installs: readonly number[];
}

/** Every day of a period up to now: the server tells only of those that had an install. */
export function installDays(series: ItemMetrics["series"], days: number, now: Date): InstallDays {
  const told = new Map(series.map(({ date, downloads }) => [date, downloads]));
  // A period that begins at this hour so many days ago has one calendar day more.
  const all = Array.from({ length: days + 1 }, (_, at) =>
    new Date(now.getTime() - (days - at) * DAY_MS).toISOString().slice(0, 10),
  );
  return {
    times: all.map((date) => Date.parse(date) / 1000),
    installs: all.map((date) => told.get(date) ?? 0),
  };
}
