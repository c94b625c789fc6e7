import { createHash, randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as feeds from "./feed-store.js";

/** Each of two thousand users has a feed of what they see, and a team's; both were used on two surfaces. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 2000) n;
  INSERT INTO team (id, name, handle, description, visibility)
  SELECT pg_temp.id(n), 'Team ' || n, 'team' || n, '', 'public' FROM generate_series(1, 2000) n;
  INSERT INTO feed (id, user_id, name, content, team_id, prefix, secret_hash, created_at, expires_at)
  SELECT pg_temp.id(n * 2 + kind), pg_temp.id(n), 'Feed ' || n, (ARRAY['visible', 'team'])[kind + 1],
    CASE WHEN kind = 1 THEN pg_temp.id(n) END, 'abcdef', sha256(convert_to('secret ' || n * 2 + kind, 'UTF8')),
    now() - n * interval '1 minute', CASE WHEN n % 10 = 0 THEN now() - interval '1 day' END
  FROM generate_series(1, 2000) n, generate_series(0, 1) kind;
  INSERT INTO feed_use (feed_id, surface, uses, last_used_at)
  SELECT feed.id, surface, 7, now() FROM feed, unnest(ARRAY['mcp_registry', 'agent_skills']) surface`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const [USER, ID] = [seeded(7), seeded(14)];
const HASH = createHash("sha256").update("secret 14").digest();
const PAGE = { expired: true, limit: 50, offset: 0 };

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "feed-store": {
      exports: feeds,
      calls: {
        insertFeed: ({ db }) =>
          feeds.insertFeed(db, {
            id: randomUUID(),
            user_id: USER,
            name: "New",
            content: "items",
            team_id: null,
            items: [seeded(1)],
            prefix: "abcdef",
            secret_hash: createHash("sha256").update(randomUUID()).digest(),
            made_with: [],
            expires_at: null,
          }),
        dropExpiredFeeds: ({ db }) => feeds.dropExpiredFeeds(db, USER),
        countLiveFeeds: ({ db }) => feeds.countLiveFeeds(db, USER),
        findFeedBySecret: ({ db }) => feeds.findFeedBySecret(db, HASH),
        findFeed: ({ db }) => feeds.findFeed(db, ID),
        lockFeed: ({ db }) => feeds.lockFeed(db, ID),
        listStoredFeeds: {
          "of a user": ({ db }) => feeds.listStoredFeeds(db, { userId: USER, ...PAGE }),
          "of a user, not expired": ({ db }) => feeds.listStoredFeeds(db, { userId: USER, ...PAGE, expired: false }),
          "of everybody": ({ db }) => feeds.listStoredFeeds(db, { userId: null, ...PAGE }),
        },
        changeFeed: ({ db }) => feeds.changeFeed(db, ID, { name: "Changed" }),
        dropFeed: ({ db }) => feeds.dropFeed(db, ID),
        addFeedUses: ({ db }) =>
          feeds.addFeedUses(db, [{ feedId: ID, surface: "mcp_registry", uses: 3, lastUsedAt: new Date(0) }]),
        usesOfFeeds: ({ db }) => feeds.usesOfFeeds(db, [ID]),
      },
      growing: {
        // A page for admins comes with the number of all.
        "listStoredFeeds, of everybody": ["Seq Scan on feed"],
      },
    },
  },
});
