import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as repositories from "./repository-store.js";

/** Two thousand users have a repository of what they see, of several packs. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 2000) n;
  INSERT INTO marketplace_repository (key, user_id, generation, head, pack_number, commits, committed_at, position, stamp,
    left_out, past_items, past_parts, used_at)
  SELECT 'user:' || pg_temp.id(n), pg_temp.id(n), pg_temp.id(n), lpad(n::text, 40, '0'), 3, 3, now(), '7.x', 'y', '{}', '{}',
    '{}', now() - n * interval '1 minute'
  FROM generate_series(1, 2000) n;
  INSERT INTO marketplace_pack (key, generation, number, piece, bytes)
  SELECT 'user:' || pg_temp.id(n), pg_temp.id(n), pack, 0, '\\x00' FROM generate_series(1, 2000) n, generate_series(1, 3) pack`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const [KEY, GENERATION] = [`user:${seeded(7)}`, seeded(7)];
const STATE = { key: KEY, generation: GENERATION, head: "7".padStart(40, "0"), pack_number: 3, position: "7.x" };
const NUMBERED = { key: KEY, generation: GENERATION, number: 1 };

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "repository-store": {
      exports: repositories,
      calls: {
        findRepository: ({ db }) => repositories.findRepository(db, KEY),
        insertRepository: ({ db }) =>
          repositories.insertRepository(db, {
            ...STATE,
            key: "public",
            feed_id: null,
            user_id: null,
            item_id: null,
            generation: randomUUID(),
            commits: 1,
            committed_at: new Date(0),
            stamp: "y",
            left_out: [],
            past_items: [],
            past_parts: [],
          }),
        moveRepository: ({ db }) => repositories.moveRepository(db, STATE, { position: "8.x" }),
        noteRepositoryUse: ({ db }) => repositories.noteRepositoryUse(db, KEY),
        listRepositories: ({ db }) => repositories.listRepositories(db, KEY, 100),
        listUsedRepositories: ({ db }) => repositories.listUsedRepositories(db, new Date(), 50),
        dropRepository: ({ db }) => repositories.dropRepository(db, KEY),
        insertPackPiece: ({ db }) =>
          repositories.insertPackPiece(db, { ...NUMBERED, number: 4, piece: 0, bytes: Buffer.from("x") }),
        listPackPieces: ({ db }) => repositories.listPackPieces(db, NUMBERED),
        readPackPiece: ({ db }) => repositories.readPackPiece(db, { ...NUMBERED, piece: 0 }),
        countPacks: ({ db }) => repositories.countPacks(db, NUMBERED),
        dropPacks: ({ db }) => repositories.dropPacks(db, NUMBERED),
      },
    },
  },
});
