import type { InboxKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db } from "../platform/relational/index.js";

export interface DigestEntry {
  readonly user_id: string;
  readonly kind: InboxKind;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly created_at: Date;
  /** Of this user, in all. */
  readonly unread: number;
}

/** A digest that has not been delivered; what is older than `since` is not news. */
export async function findOpenDigest(db: Db, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ digest_id: string }>`
    select digest_id from inbox_entry
    where digest_id is not null and digested_at is null and created_at >= ${since}
    order by digest_id limit 1`.execute(queries(db));
  return rows[0]?.digest_id;
}

interface NewDigest {
  readonly id: string;
  readonly since: Date;
  readonly users: number;
}

/** Gives a digest all entries of the first users who have any that are unread and in no digest. False: there are none. */
export async function fillDigest(db: Db, { id, since, users }: NewDigest): Promise<boolean> {
  const fresh = sql`read_at is null and digested_at is null and digest_id is null and created_at >= ${since}`;
  const { numAffectedRows = 0n } = await sql`
    update inbox_entry set digest_id = ${id}::uuid
    where ${fresh} and user_id in (
      select user_id from inbox_entry where ${fresh} group by user_id order by user_id limit ${users})`.execute(
    queries(db),
  );
  return numAffectedRows > 0n;
}

/** The newest entries of each user in a digest. */
export async function listDigest(db: Db, id: string, perUser: number): Promise<DigestEntry[]> {
  const own = sql`digest_id = ${id}::uuid and digested_at is null`;
  const { rows } = await sql<DigestEntry>`
    select each.user_id, each.kind, each.title, each.text, each.path, each.created_at, counted.unread
    from (select distinct user_id from inbox_entry where ${own}) as reader
      cross join lateral (
        select count(*)::int as unread from inbox_entry where user_id = reader.user_id and read_at is null
      ) as counted
      cross join lateral (
        select * from inbox_entry where user_id = reader.user_id and ${own}
        order by created_at desc, id desc limit ${perUser}
      ) as each
    order by each.user_id, each.created_at desc, each.id desc`.execute(queries(db));
  return rows;
}

export async function markDigested(db: Db, id: string): Promise<void> {
  await sql`
    update inbox_entry set digested_at = now() where digest_id = ${id}::uuid and digested_at is null`.execute(
    queries(db),
  );
}
