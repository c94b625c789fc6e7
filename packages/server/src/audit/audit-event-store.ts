import { AuditEvent, type AuditLogFilters } from "@tackroom/contract";
import type { Analytical } from "../platform/analytical/index.js";
import type { ChainedEvent } from "./core/chain.js";
import type { TimeRange } from "../platform/time-range.js";

const COLUMNS = Object.keys(AuditEvent.properties).join(", ");

type NamedFilters = Omit<AuditLogFilters, "start_date" | "end_date" | "reads">;

export interface EventFilter extends NamedFilters, TimeRange {
  /** The actions whose successful records are left out. */
  readonly hiddenReads?: readonly string[];
}

export interface EventStore {
  /** Stores records in order, whole or not at all. */
  append(records: readonly ChainedEvent[]): Promise<void>;
  /** Which of these records are stored already, by their places. */
  storedOf(records: readonly ChainedEvent[]): Promise<Set<number>>;
  list(filter: EventFilter, page: { limit: number; offset: number }): Promise<AuditEvent[]>;
  count(filter: EventFilter): Promise<number>;
  /** The next records that fit, oldest first, from after a place up to another. */
  listBetween(filter: EventFilter, places: { after: number; upTo: number; limit: number }): Promise<ChainedEvent[]>;
  /** Every row at these places, copies too, both ends included. */
  rowsAt(first: number, last: number): Promise<ChainedEvent[]>;
  firstAfter(position: number): Promise<ChainedEvent | undefined>;
}

/** How each filter reads; the indexes let a search by time, person or outcome skip most of the log. */
const CONDITIONS: Readonly<Record<keyof EventFilter, string>> = {
  actor: "(actor_id = {actor:String} OR actor_email = {actor:String})",
  action: "action = {action:String}",
  resource_type: "resource_type = {resource_type:String}",
  request_id: "request_id = {request_id:String}",
  sensitivity: "sensitivity = {sensitivity:String}",
  outcome: "outcome = {outcome:String}",
  source: "source = {source:String}",
  // A read that was refused is more than a read.
  hiddenReads: "(outcome != 'success' OR action NOT IN {hiddenReads:Array(String)})",
  from: "timestamp >= parseDateTime64BestEffort({from:String}, 3, 'UTC')",
  to: "timestamp <= parseDateTime64BestEffort({to:String}, 3, 'UTC')",
};

function conditions(filter: EventFilter): string {
  const given = Object.entries(CONDITIONS).filter(([name]) => (filter[name as keyof EventFilter] ?? null) !== null);
  return given.length === 0 ? "true" : given.map(([, condition]) => condition).join(" AND ");
}

const settings = (name: string): string =>
  `SETTINGS log_comment = 'audit.${name}', max_execution_time = 20, date_time_output_format = 'iso'`;

/** Copies are identical, so an index cannot pass over one and keep the other. */
const WITH_INDEXES = "use_skip_indexes_if_final = 1";

const STORED = `SELECT position, chain_hash FROM audit_event
  WHERE position BETWEEN {first:UInt64} AND {last:UInt64} ${settings("stored")}`;

// The places are found by narrow columns first: whole rows are read only for what is shown, however far back that is.
const list = (where: string): string => `SELECT ${COLUMNS} FROM audit_event
  WHERE position IN (
    SELECT position FROM audit_event WHERE ${where}
    ORDER BY position DESC LIMIT 1 BY position LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  )
  ORDER BY position DESC LIMIT 1 BY position ${settings("list")}`;

const count = (where: string): string =>
  `SELECT count() AS total FROM audit_event FINAL WHERE ${where} ${settings("count")}, ${WITH_INDEXES}`;

const listBetween = (where: string): string => `SELECT position, ${COLUMNS} FROM audit_event FINAL
  WHERE position > {after:UInt64} AND position <= {upTo:UInt64} AND ${where}
  ORDER BY position LIMIT {limit:UInt32} ${settings("export")}, ${WITH_INDEXES}`;

const ROWS_AT = `SELECT position, ${COLUMNS} FROM audit_event
  WHERE position BETWEEN {first:UInt64} AND {last:UInt64} ORDER BY position ${settings("verify")}`;

const FIRST_AFTER = `SELECT position, ${COLUMNS} FROM audit_event
  WHERE position > {position:UInt64} ORDER BY position LIMIT 1 ${settings("first-after")}`;

type Row = AuditEvent & { position: number };

const asRecord = ({ position, ...event }: Row): ChainedEvent => ({ position, event });

export function createEventStore(analytical: Analytical): EventStore {
  return {
    append: (records) =>
      analytical.writer.append(
        "audit_event",
        records.map(({ position, event }) => ({ position, ...event })),
      ),
    async storedOf(records) {
      const hashes = new Map(records.map(({ position, event }) => [position, event.chain_hash]));
      const rows = await analytical.query<{ position: number; chain_hash: string }>(STORED, {
        first: records[0]?.position ?? 0,
        last: records.at(-1)?.position ?? 0,
      });
      const same = rows.filter(({ position, chain_hash }) => hashes.get(position) === chain_hash);
      return new Set(same.map(({ position }) => position));
    },
    list: (filter, page) => analytical.query<AuditEvent>(list(conditions(filter)), { ...filter, ...page }),
    async count(filter) {
      const [row] = await analytical.query<{ total: number }>(count(conditions(filter)), { ...filter });
      return row?.total ?? 0;
    },
    async listBetween(filter, places) {
      const rows = await analytical.query<Row>(listBetween(conditions(filter)), { ...filter, ...places });
      return rows.map(asRecord);
    },
    async rowsAt(first, last) {
      return (await analytical.query<Row>(ROWS_AT, { first, last })).map(asRecord);
    },
    async firstAfter(position) {
      const [row] = await analytical.query<Row>(FIRST_AFTER, { position });
      return row && asRecord(row);
    },
  };
}
