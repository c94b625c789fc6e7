import { Readable } from "node:stream";
import { AuditEvent, type AuditLogFilters, type EXPORT_FORMATS } from "@tackroom/contract";
import { stringify } from "csv-stringify/sync";
import type { Log } from "../platform/log.js";
import type { EventFilter, EventStore } from "./audit-event-store.js";
import type { OutboxStore } from "./audit-outbox-store.js";
import { readFilter } from "./event-filter.js";

const BATCH = 2000;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportedLog {
  readonly stream: Readable;
  readonly contentType: string;
  readonly fileName: string;
}

export interface ExportEventsDeps {
  readonly outbox: Pick<OutboxStore, "settledPart">;
  readonly events: Pick<EventStore, "listBetween">;
  readonly settled: () => Promise<void>;
  readonly log: Log;
}

const COLUMNS = Object.keys(AuditEvent.properties);

interface FileFormat {
  readonly contentType: string;
  /** What comes before the first record, between two batches, and after the last record. */
  readonly header: string;
  readonly between: string;
  readonly footer: string;
  readonly write: (events: AuditEvent[]) => string;
}

const FORMATS: Readonly<Record<ExportFormat, FileFormat>> = {
  jsonl: {
    contentType: "application/x-ndjson",
    header: "",
    between: "",
    footer: "",
    write: (events) => events.map((event) => `${JSON.stringify(event)}\n`).join(""),
  },
  csv: {
    contentType: "text/csv; charset=utf-8",
    header: `${COLUMNS.join(",")}\n`,
    between: "",
    footer: "",
    // A spreadsheet would run what starts with an equals sign, and anyone chooses their own user agent.
    write: (events) => stringify(events, { columns: COLUMNS, escape_formulas: true }),
  },
  json: {
    contentType: "application/json; charset=utf-8",
    header: "[\n",
    between: ",\n",
    footer: "\n]\n",
    write: (events) => events.map((event) => JSON.stringify(event)).join(",\n"),
  },
};

/** The log as it is now, oldest first, read in batches while it is sent. */
export async function exportEvents(
  { outbox, events, settled, log }: ExportEventsDeps,
  filters: AuditLogFilters,
  format: ExportFormat,
): Promise<ExportedLog> {
  const filter = readFilter(filters);
  await settled();
  const { position } = await outbox.settledPart();
  const { contentType, header, between, footer, write } = FORMATS[format];
  async function* text(): AsyncGenerator<string> {
    let begun = false;
    try {
      for await (const batch of batches(events, filter, position)) {
        yield (begun ? between : header) + write(batch);
        begun = true;
      }
      yield begun ? footer : header + footer;
    } catch (error) {
      // Once the answer has begun, its status is sent: the reader sees it break off, and only the log can say why.
      if (begun) log.error({ err: error }, "an audit log export was interrupted");
      throw error;
    }
  }
  return {
    stream: Readable.from(text(), { objectMode: false }),
    contentType,
    fileName: `audit-log.${format}`,
  };
}

async function* batches(
  events: ExportEventsDeps["events"],
  filter: EventFilter,
  upTo: number,
): AsyncGenerator<AuditEvent[]> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const records = await events.listBetween(filter, { after, upTo, limit: BATCH });
    if (records.length > 0) yield records.map(({ event }) => event);
    after = records.length === BATCH ? records.at(-1)?.position : undefined;
  }
}
