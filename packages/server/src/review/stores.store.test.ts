import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as comments from "./comment-store.js";

/** Each of a thousand versions has eight comments, half of which are replies. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local'
  FROM generate_series(1, 100) n;
  INSERT INTO item (id, kind, namespace, slug, name, owner, visibility, version, description, supported_harnesses, status,
    is_released, summary, facets, search_name)
  SELECT pg_temp.id(n), 'mcp', 'user' || n, 'item-' || n, 'Item ' || n, 'Owner', 'public', '1.0.0', '', '{}', 'pending', false,
    '{}', '{}', '' FROM generate_series(1, 1000) n;
  INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description,
    supported_harnesses, fields, status, digest)
  SELECT pg_temp.id(n), pg_temp.id(n), '1.0.0', '1', true, 'user' || n, 'item-' || n, 'Item', '', '{}', '{}', 'pending', 'sha256:0'
  FROM generate_series(1, 1000) n;
  INSERT INTO review_comment (id, item_id, version_id, kind, reply_to, version, digest, text, author_id, created_at)
  SELECT pg_temp.id(n * 8 + place), pg_temp.id(n), pg_temp.id(n), 'comment',
    CASE WHEN place % 2 = 1 THEN pg_temp.id(n * 8 + place - 1) END, '1.0.0', 'sha256:0', 'Why?', pg_temp.id((n + place) % 100 + 1),
    now() - (n * 8 + place) * interval '1 minute'
  FROM generate_series(1, 1000) n, generate_series(0, 7) place`;

const seeded = (number: number): string => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;

const [ITEM, USER, ID] = [seeded(7), seeded(9), seeded(58)];
const NEW: comments.NewComment = {
  id: randomUUID(),
  item_id: ITEM,
  version_id: ITEM,
  kind: "comment",
  reply_to: null,
  version: "1.0.0",
  digest: "sha256:0",
  file: "SKILL.md",
  line: 4,
  line_text: "allowed-tools: Read",
  text: "Why?",
  author_id: USER,
};

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: ["user_account"],
  stores: {
    "comment-store": {
      exports: comments,
      calls: {
        insertComment: ({ db }) => comments.insertComment(db, NEW),
        findComment: ({ db }) => comments.findComment(db, ITEM, ID),
        listCommentsOf: ({ db }) => comments.listCommentsOf(db, ITEM, { limit: 50, offset: 0 }),
        countCommentsOn: ({ db }) => comments.countCommentsOn(db, ITEM),
        authorsOfComments: ({ db }) => comments.authorsOfComments(db, ITEM),
        hasReplies: ({ db }) => comments.hasReplies(db, ID),
        resolveComment: {
          resolved: ({ db }) => comments.resolveComment(db, ID, USER),
          reopened: ({ db }) => comments.resolveComment(db, ID, null),
        },
        removeComment: ({ db }) => comments.removeComment(db, seeded(59)),
      },
    },
  },
});
