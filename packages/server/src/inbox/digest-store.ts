import type { InboxKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db } from "../platform/relational/index.js";

export interface UndigestedEntry {
  readonly id: string;
  readonly user_id: string;
  readonly kind: InboxKind;
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly created_at: Date;
  /** Of this user, in all. */
  readonly unread: number;
  /** Every entry of this user that a digest has to report, listed or not. */
  readonly undigested: string[];
}

interface Bounds {
  readonly since: Date;
  readonly users: number;
  readonly perUser: number;
}

/** The newest entries of the first users who have any that are unread and were in no digest. */
export async function listUndigested(db: Db, { since, users, perUser }: Bounds): Promise<UndigestedEntry[]> {
  const fresh = sql`read_at is null and digested_at is null and created_at >= ${since}`;
  const { rows } = await sql<UndigestedEntry>`
    select each.id, each.user_id, each.kind, each.title, each.text, each.path, each.created_at, counted.unread,
      counted.undigested
    from (
        select user_id from inbox_entry where ${fresh} group by user_id order by user_id limit ${users}
      ) as reader
      cross join lateral (
        select count(*)::int as unread, array_agg(id) filter (where ${fresh}) as undigested
        from inbox_entry where user_id = reader.user_id and read_at is null
      ) as counted
      cross join lateral (
        select * from inbox_entry where user_id = reader.user_id and ${fresh}
        order by created_at desc, id desc limit ${perUser}
      ) as each
    order by each.user_id, each.created_at desc, each.id desc`.execute(queries(db));
  return rows;
}

export async function markDigested(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update inbox_entry set digested_at = now() where id = any(${[...ids]}::uuid[])`.execute(queries(db));
}
