import { sql, type Generated } from "kysely";
import { queries, type Db, type Relational, type Tx } from "../platform/relational/index.js";
import { continueChain, type ChainedEvent, type ChainEnd, type HashEvent, type UnchainedEvent } from "./core/chain.js";

/** How long a drainer may be silent before another takes over. */
const LEASE = sql`interval '30 seconds'`;
/**
 * Draining takes its turns on the database among the requests that add records, so a batch must be larger than the number of
 * requests at once. Much larger ones are hardly faster, and everyone else waits for their transaction.
 */
const BATCH = 1000;

interface Tables {
  // `bigint` arrives as text, and so does what is sent for `jsonb`.
  audit_outbox: { seq: Generated<string>; event: unknown; position: string | null; chain_hash: string | null };
  audit_chain: {
    last_position: string;
    last_hash: string;
    last_event_id: string | null;
    drainer: string | null;
    drain_until: Date | null;
  };
}

/** Records on their way to the log, at their places in the chain. */
export interface OutboxBatch {
  readonly records: readonly ChainedEvent[];
  /** They were placed by an earlier attempt, so some or all may be stored already. */
  readonly isRepeat: boolean;
}

export interface StoredChainEnd extends ChainEnd {
  readonly eventId: string | null;
}

/** Up to where the log is certainly stored. */
export interface SettledPart {
  readonly position: number;
  /** What follows it in the chain: the first record that is placed and may not be stored yet, or nothing but the end. */
  readonly followedBy: { readonly record: ChainedEvent } | { readonly end: StoredChainEnd };
}

export interface OutboxStore {
  /** Up to where records wait now; undefined when none does. */
  lastSeq(): Promise<string | undefined>;
  waitsUpTo(seq: string): Promise<boolean>;
  /** Takes or keeps the lease to drain, and places the next records; undefined while another drainer has the lease. */
  takeBatch(drainer: string, hash: HashEvent): Promise<OutboxBatch | undefined>;
  removeUpTo(position: number): Promise<void>;
  endTurn(drainer: string): Promise<void>;
  /** Releases the lease of the current holder. */
  endAnyTurn(): Promise<void>;
  chainEnd(): Promise<StoredChainEnd>;
  settledPart(): Promise<SettledPart>;
}

/** Adds records to the outbox, in the transaction of the action that they tell of. */
export async function insertOutboxEvents(tx: Tx, events: readonly UnchainedEvent[]): Promise<void> {
  const rows = events.map((event) => ({ event: JSON.stringify(event), position: null, chain_hash: null }));
  await queries<Tables>(tx).insertInto("audit_outbox").values(rows).execute();
}

export function createOutboxStore(relational: Relational): OutboxStore {
  const db = queries<Tables>(relational);
  return {
    lastSeq: async () => {
      const last = await db.selectFrom("audit_outbox").select("seq").orderBy("seq", "desc").limit(1).executeTakeFirst();
      return last?.seq;
    },
    waitsUpTo: async (seq) => {
      const query = db.selectFrom("audit_outbox").select("seq").where("seq", "<=", seq).orderBy("seq").limit(1);
      return (await query.executeTakeFirst()) !== undefined;
    },
    takeBatch: (drainer, hash) => relational.transaction((tx) => takeBatch(tx, drainer, hash)),
    removeUpTo: async (position) => {
      await db.deleteFrom("audit_outbox").where("position", "<=", String(position)).execute();
    },
    endTurn: async (drainer) => {
      const over = { drainer: null, drain_until: null };
      await db.updateTable("audit_chain").set(over).where("drainer", "=", drainer).execute();
    },
    endAnyTurn: async () => {
      const over = { drainer: null, drain_until: null };
      await db.updateTable("audit_chain").set(over).where("drainer", "is not", null).execute();
    },
    chainEnd: () => selectChainEnd(relational),
    settledPart: async () => {
      // In this order: a record is removed once it is stored, so whatever the end includes is stored or found here.
      const end = await selectChainEnd(relational);
      const [record] = await selectPlaced(relational, 1);
      return record && record.position <= end.position
        ? { position: record.position - 1, followedBy: { record } }
        : { position: end.position, followedBy: { end } };
    },
  };
}

async function selectChainEnd(db: Db): Promise<StoredChainEnd> {
  const row = await queries<Tables>(db).selectFrom("audit_chain").selectAll().executeTakeFirstOrThrow();
  return { position: Number(row.last_position), hash: row.last_hash, eventId: row.last_event_id };
}

/** The chain's row stays locked until this commits, so even a drainer whose lease ran out cannot place a record twice. */
async function takeBatch(tx: Tx, drainer: string, hash: HashEvent): Promise<OutboxBatch | undefined> {
  const end = await takeLease(tx, drainer);
  if (!end) return undefined;
  const left = await selectPlaced(tx, BATCH);
  if (left.length > 0) return { records: left, isRepeat: true };
  const waiting = await queries<Tables>(tx)
    .selectFrom("audit_outbox")
    .select(["seq", "event"])
    .where("position", "is", null)
    .orderBy("seq")
    .limit(BATCH)
    .execute();
  const events = waiting.map(({ event }) => event as UnchainedEvent);
  const records = continueChain(end, events, hash);
  await savePlaces(
    tx,
    waiting.map(({ seq }) => seq),
    records,
  );
  return { records, isRepeat: false };
}

async function takeLease(tx: Tx, drainer: string): Promise<ChainEnd | undefined> {
  const row = await queries<Tables>(tx)
    .updateTable("audit_chain")
    .set({ drainer, drain_until: sql`now() + ${LEASE}` })
    .where((or) =>
      or.or([or("drainer", "=", drainer), or("drainer", "is", null), or("drain_until", "<", sql<Date>`now()`)]),
    )
    .returning(["last_position", "last_hash"])
    .executeTakeFirst();
  return row && { position: Number(row.last_position), hash: row.last_hash };
}

async function selectPlaced(db: Db, limit: number): Promise<ChainedEvent[]> {
  const rows = await queries<Tables>(db)
    .selectFrom("audit_outbox")
    .select(["event", "position", "chain_hash"])
    .where("position", "is not", null)
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map(({ event, position, chain_hash }) => ({
    position: Number(position),
    event: { ...(event as UnchainedEvent), chain_hash: String(chain_hash) },
  }));
}

async function savePlaces(tx: Tx, seqs: readonly string[], records: readonly ChainedEvent[]): Promise<void> {
  const last = records.at(-1);
  if (!last) return;
  const positions = records.map(({ position }) => position);
  const hashes = records.map(({ event }) => event.chain_hash);
  await sql`UPDATE audit_outbox SET position = placed.position, chain_hash = placed.chain_hash
    FROM unnest(${seqs}::bigint[], ${positions}::bigint[], ${hashes}::text[]) AS placed (seq, position, chain_hash)
    WHERE audit_outbox.seq = placed.seq`.execute(queries<Tables>(tx));
  await queries<Tables>(tx)
    .updateTable("audit_chain")
    .set({
      last_position: String(last.position),
      last_hash: last.event.chain_hash,
      last_event_id: last.event.event_id,
    })
    .execute();
}
