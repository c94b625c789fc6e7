import type { FeedContent, FeedSurface } from "@tackroom/contract";
import { sql, type Generated, type Insertable, type Selectable } from "kysely";
import { queries, runPrepared, type Db, type Tx } from "../platform/relational/index.js";

interface FeedTable {
  id: string;
  user_id: string;
  name: string;
  content: FeedContent;
  team_id: string | null;
  items: string[];
  prefix: string;
  secret_hash: Buffer;
  made_with: string[];
  created_at: Generated<Date>;
  expires_at: Date | null;
}

interface FeedUseTable {
  feed_id: string;
  surface: FeedSurface;
  uses: string;
  last_used_at: Date;
}

interface Tables {
  feed: FeedTable;
  feed_use: FeedUseTable;
}

export type StoredFeed = Omit<Selectable<FeedTable>, "secret_hash">;
export type NewStoredFeed = Omit<Insertable<FeedTable>, "created_at">;
export type FeedChange = Partial<
  Pick<NewStoredFeed, "name" | "items" | "expires_at" | "prefix" | "secret_hash" | "made_with">
>;

/** Everything but the secret. */
const SHOWN = [
  "id",
  "user_id",
  "name",
  "content",
  "team_id",
  "items",
  "prefix",
  "made_with",
  "created_at",
  "expires_at",
] as const;

const NOT_EXPIRED = sql<boolean>`coalesce(expires_at > now(), true)`;

export function insertFeed(tx: Tx, feed: NewStoredFeed): Promise<StoredFeed> {
  return queries<Tables>(tx).insertInto("feed").values(feed).returning(SHOWN).executeTakeFirstOrThrow();
}

/** Feeds that expired a month ago are not extended any more. */
export async function dropExpiredFeeds(tx: Tx, userId: string): Promise<void> {
  await queries<Tables>(tx)
    .deleteFrom("feed")
    .where(ofUser(userId))
    .where(sql<boolean>`expires_at < now() - interval '30 days'`)
    .execute();
}

/** Feeds that have expired do not count. */
export async function countLiveFeeds(tx: Tx, userId: string): Promise<number> {
  const { feeds } = await queries<Tables>(tx)
    .selectFrom("feed")
    .select(({ fn }) => fn.countAll<string>().as("feeds"))
    .where(ofUser(userId))
    .where(NOT_EXPIRED)
    .executeTakeFirstOrThrow();
  return Number(feeds);
}

const ofUser = (userId: string) => sql<boolean>`user_id = ${userId}::uuid`;

/** Asked with every request, so that a feed is gone with the next one, whichever process answers it. */
export async function findFeedBySecret(db: Db, hash: Buffer): Promise<StoredFeed | undefined> {
  const query = queries<Tables>(db).selectFrom("feed").select(SHOWN).where("secret_hash", "=", hash).where(NOT_EXPIRED);
  const [feed] = await runPrepared<StoredFeed>(db, query.compile());
  return feed;
}

export function findFeed(db: Db, id: string): Promise<StoredFeed | undefined> {
  return queries<Tables>(db).selectFrom("feed").select(SHOWN).where("id", "=", id).executeTakeFirst();
}

/** Locked until the transaction ends: of a rotation and a revocation at the same moment one comes second. */
export function lockFeed(tx: Tx, id: string): Promise<StoredFeed | undefined> {
  return queries<Tables>(tx).selectFrom("feed").select(SHOWN).where("id", "=", id).forUpdate().executeTakeFirst();
}

export interface FeedFilter {
  /** Null: of everybody. */
  readonly userId: string | null;
  readonly expired: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first. */
export async function listStoredFeeds(
  db: Db,
  { userId, expired, limit, offset }: FeedFilter,
): Promise<{ items: StoredFeed[]; total: number }> {
  const seen = queries<Tables>(db)
    .selectFrom("feed")
    .$if(userId !== null, (all) => all.where("user_id", "=", userId as string))
    .$if(!expired, (all) => all.where(NOT_EXPIRED));
  const items = await seen
    .select(SHOWN)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await seen.select(({ fn }) => fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

export function changeFeed(tx: Tx, id: string, change: FeedChange): Promise<StoredFeed> {
  return queries<Tables>(tx)
    .updateTable("feed")
    .set(change)
    .where("id", "=", id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

/** What was counted of it goes with it. */
export async function dropFeed(tx: Tx, id: string): Promise<void> {
  await queries<Tables>(tx).deleteFrom("feed").where("id", "=", id).execute();
}

export interface FeedUses {
  readonly feedId: string;
  readonly surface: FeedSurface;
  readonly uses: number;
  readonly lastUsedAt: Date;
}

/** Of feeds that are still there; in one order, so that two processes cannot wait for each other. */
export async function addFeedUses(db: Db, added: readonly FeedUses[]): Promise<void> {
  const column = <T>(pick: (use: FeedUses) => T): T[] => added.map(pick);
  await sql`
    INSERT INTO feed_use (feed_id, surface, uses, last_used_at)
    SELECT added.feed_id, added.surface, added.uses, added.last_used_at
    FROM unnest(${column(({ feedId }) => feedId)}::uuid[], ${column(({ surface }) => surface)}::text[],
      ${column(({ uses }) => uses)}::bigint[], ${column(({ lastUsedAt }) => lastUsedAt)}::timestamptz[])
      AS added (feed_id, surface, uses, last_used_at)
    JOIN feed ON feed.id = added.feed_id
    ORDER BY added.feed_id, added.surface
    ON CONFLICT (feed_id, surface) DO UPDATE SET uses = feed_use.uses + EXCLUDED.uses,
      last_used_at = greatest(feed_use.last_used_at, EXCLUDED.last_used_at)`.execute(queries(db));
}

/** Of several feeds, the surface that was used last first. */
export async function usesOfFeeds(db: Db, feedIds: readonly string[]): Promise<FeedUses[]> {
  if (feedIds.length === 0) return [];
  const rows = await queries<Tables>(db)
    .selectFrom("feed_use")
    .selectAll()
    .where("feed_id", "in", [...feedIds])
    .orderBy("last_used_at", "desc")
    .orderBy("surface")
    .execute();
  return rows.map(({ feed_id, surface, uses, last_used_at }) => ({
    feedId: feed_id,
    surface,
    uses: Number(uses),
    lastUsedAt: last_used_at,
  }));
}
