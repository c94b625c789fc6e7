import { randomUUID } from "node:crypto";
import type { AuditEvent } from "@tackroom/contract";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as events from "./audit-event-store.js";
import * as outbox from "./audit-outbox-store.js";
import { hashEvent } from "./chain.js";
import type { UnchainedEvent } from "./core/chain.js";

const EVENT: UnchainedEvent = {
  event_id: randomUUID(),
  timestamp: "2026-01-31T09:30:00.000Z",
  actor_id: null,
  actor_email: null,
  actor_role: null,
  action: "test.sql",
  resource_type: null,
  resource_id: null,
  resource_name: null,
  http_method: null,
  http_path: null,
  status_code: null,
  ip_address: null,
  user_agent: null,
  detail: null,
  sensitivity: "low",
  request_id: null,
  outcome: "success",
  duration_ms: null,
  source: "system",
};
const LONG_EVENT = { ...EVENT, detail: "x".repeat(1300) };
const STORED: AuditEvent = { ...EVENT, chain_hash: "0".repeat(64) };
const RECORDS = [{ position: 1, event: STORED }];

const ANY: events.EventFilter = { from: null, to: null };
const ALL: events.EventFilter = {
  actor: "ann@example.com",
  action: "test.sql",
  resource_type: "user",
  request_id: "1f0c2f5e-0000-4000-8000-000000000000",
  sensitivity: "low",
  outcome: "success",
  source: "system",
  from: "2026-01-01T00:00:00.000Z",
  to: "2026-12-31T23:59:59.999Z",
  hiddenReads: ["item.read"],
};
const PAGE = { limit: 50, offset: 0 };
const PLACES = { after: 0, upTo: 10, limit: 100 };

const DRAINER = randomUUID();

testStoreSql({
  test: import.meta.url,
  // So many and so long, that even the 1000 of a batch are better found by their numbers.
  seed: `INSERT INTO audit_outbox (event) SELECT '${JSON.stringify(LONG_EVENT)}' FROM generate_series(1, 24000)`,
  // One row.
  smallTables: ["audit_chain"],
  stores: {
    "audit-outbox-store": {
      exports: outbox,
      made: ({ db }) => outbox.createOutboxStore(db),
      calls: {
        insertOutboxEvents: ({ db }) => outbox.insertOutboxEvents(db, [EVENT]),
        lastSeq: ({ db }) => outbox.createOutboxStore(db).lastSeq(),
        waitsUpTo: ({ db }) => outbox.createOutboxStore(db).waitsUpTo("20"),
        takeBatch: ({ db }) => outbox.createOutboxStore(db).takeBatch(DRAINER, hashEvent),
        removeUpTo: ({ db }) => outbox.createOutboxStore(db).removeUpTo(20),
        endTurn: ({ db }) => outbox.createOutboxStore(db).endTurn(DRAINER),
        endAnyTurn: ({ db }) => outbox.createOutboxStore(db).endAnyTurn(),
        chainEnd: ({ db }) => outbox.createOutboxStore(db).chainEnd(),
        settledPart: ({ db }) => outbox.createOutboxStore(db).settledPart(),
      },
      growing: {
        // When it looks for those without a place, there are no others: the first it meets are the ones.
        takeBatch: ["Index Scan on audit_outbox"],
      },
    },
    "audit-event-store": {
      exports: events,
      made: ({ analytical }) => events.createEventStore(analytical),
      calls: {
        append: ({ analytical }) => events.createEventStore(analytical).append(RECORDS),
        storedOf: ({ analytical }) => events.createEventStore(analytical).storedOf(RECORDS),
        list: {
          "without filters": ({ analytical }) => events.createEventStore(analytical).list(ANY, PAGE),
          "with every filter": ({ analytical }) => events.createEventStore(analytical).list(ALL, PAGE),
        },
        count: {
          "without filters": ({ analytical }) => events.createEventStore(analytical).count(ANY),
          "with every filter": ({ analytical }) => events.createEventStore(analytical).count(ALL),
        },
        listBetween: ({ analytical }) => events.createEventStore(analytical).listBetween(ANY, PLACES),
        rowsAt: ({ analytical }) => events.createEventStore(analytical).rowsAt(1, 10),
        firstAfter: ({ analytical }) => events.createEventStore(analytical).firstAfter(1),
      },
    },
  },
});
