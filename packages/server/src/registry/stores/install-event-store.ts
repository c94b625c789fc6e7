import type { Analytical } from "../../platform/analytical/index.js";
import type { InstallEvent } from "./download-store.js";

/** How often something was installed, for each value of what installs are told apart by. */
export type Tally = Readonly<Record<string, number>>;

export interface InstallFigures {
  readonly downloads: number;
  readonly users: number;
  /** RFC 3339; null when there was none. */
  readonly lastAt: string | null;
  readonly byHarness: Tally;
  readonly byVersion: Tally;
  /** By day (UTC), oldest first; days without any are left out. */
  readonly byDay: Tally;
}

export interface UserInstalls {
  readonly user_id: string;
  readonly downloads: number;
}

export interface InstallEventStore {
  /** The same event may be added again: each counts once. */
  append(events: readonly InstallEvent[]): Promise<void>;
  figuresOf(itemId: string, from: Date): Promise<InstallFigures>;
  /** Who installed it most often. */
  usersOf(itemId: string, from: Date, limit: number): Promise<UserInstalls[]>;
}

const settings = (name: string): string =>
  `SETTINGS log_comment = 'registry.${name}', max_execution_time = 20, date_time_output_format = 'iso'`;

const OF_ITEM = `item_id = {item:UUID} AND installed_at >= parseDateTime64BestEffort({from:String}, 3, 'UTC')`;

// All from one look, so that the figures agree with each other. Each row but the total has a value in one of the three.
const FIGURES = `SELECT
    multiIf(grouping(harness) = 0, 'harness', grouping(version) = 0, 'version', grouping(day) = 0, 'day', 'all') AS part,
    multiIf(part = 'harness', toString(harness), part = 'version', version, part = 'day', toString(day), '') AS value,
    uniqExact(event_id) AS downloads, uniqExact(user_id) AS users, maxOrNull(installed_at) AS last_at
  FROM (
    SELECT harness, version, toDate(installed_at, 'UTC') AS day, event_id, user_id, installed_at
    FROM install_event WHERE ${OF_ITEM}
  )
  GROUP BY GROUPING SETS ((), (harness), (version), (day))
  ORDER BY part, value ${settings("install-figures")}`;

const USERS = `SELECT user_id, uniqExact(event_id) AS downloads FROM install_event
  WHERE ${OF_ITEM}
  GROUP BY user_id ORDER BY downloads DESC, user_id LIMIT {limit:UInt32} ${settings("install-users")}`;

interface FiguresRow {
  readonly part: "harness" | "version" | "day" | "all";
  readonly value: string;
  readonly downloads: number;
  readonly users: number;
  readonly last_at: string | null;
}

export function createInstallEventStore(analytical: Analytical): InstallEventStore {
  return {
    append: (events) => analytical.writer.append("install_event", events.map(rowOf)),
    async figuresOf(itemId, from) {
      const rows = await analytical.query<FiguresRow>(FIGURES, { item: itemId, from: from.toISOString() });
      const all = rows.find(({ part }) => part === "all");
      const tally = (of: FiguresRow["part"]): Tally =>
        Object.fromEntries(rows.filter(({ part }) => part === of).map(({ value, downloads }) => [value, downloads]));
      return {
        downloads: all?.downloads ?? 0,
        users: all?.users ?? 0,
        lastAt: all?.last_at ?? null,
        byHarness: tally("harness"),
        byVersion: tally("version"),
        byDay: tally("day"),
      };
    },
    usersOf: (itemId, from, limit) =>
      analytical.query<UserInstalls>(USERS, { item: itemId, from: from.toISOString(), limit }),
  };
}

/** By name, because the table refuses what it has no column for. */
const rowOf = ({ event_id, item_id, kind, version, harness, user_id, agent_id, installed_at }: InstallEvent) => ({
  item_id,
  installed_at,
  event_id,
  kind,
  version,
  harness,
  user_id,
  agent_id,
});
