import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type { RecordedStores } from "../../../test/store-sql/record-sql.js";
import * as lineLists from "./line-list-store.js";
import * as lines from "./line-store.js";
import { blankSession } from "../ingest/session-identity.js";
import * as sessionLists from "./session-list-store.js";
import * as ratings from "./session-rating-store.js";
import * as sessions from "./session-store.js";

/** Sessions of four hundred people; all but the latest hundred have been purged. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO session (id, user_id, project, harness, session_id, agent_id, highest_line, purged_below, revision, models, started_at,
    last_event_at, received_at, context, project_name, names, names_read)
  SELECT pg_temp.id(n), pg_temp.id(n % 400), 'project-' || n % 300, 'codex', 'session-' || n, pg_temp.id(n % 500), 9,
    CASE WHEN n > 100 THEN 10 ELSE 0 END, 1, ARRAY['model-' || n % 200], now() - n * interval '1 minute',
    now() - n * interval '1 minute', now() - n * interval '1 minute', '{}', 'project-' || n % 300,
    jsonb_build_object('title', jsonb_build_object('text', 'Fix word-' || n % 400, 'line', 0, 'rank', 1)), n > 100
  FROM generate_series(1, 12000) n;
  INSERT INTO session_activity (session, minute, model, stated, server, user_id, lines, prompts, tool_calls, tool_failures,
    latencies, input, output, cache_read, cache_write, cache_write_1h)
  SELECT pg_temp.id(n), date_trunc('minute', now()), 'model-7', false, 'server-' || n % 300, pg_temp.id(n % 400), 1, 0, 1, 0,
    '{}', 1, 1, 0, 0, 0
  FROM generate_series(1, 12000) n;
  INSERT INTO session_tool_activity (session, minute, model, tool, error, server, user_id, calls, failures)
  SELECT pg_temp.id(n), date_trunc('minute', now()), 'model-7', 'tool-' || n % 300, 'error-' || n % 500, '', pg_temp.id(n % 400), 0, 1
  FROM generate_series(1, 12000) n;
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local' FROM generate_series(1, 7) n;
  INSERT INTO session_rating (id, session, user_id, dimension, score)
  SELECT pg_temp.id(n * 2 + who), pg_temp.id(n), pg_temp.id(who + 1), 'goal_completion', 80
  FROM generate_series(1, 12000) n, generate_series(0, 1) who`;

const ID = "00000000-0000-0000-0000-000000000007";
const SINCE = new Date("2026-01-31T09:30:00.000Z");
const ANOTHER = { last_event_at: SINCE.toISOString(), id: ID };
const RECENTLY = new Date(Date.now() - 5 * 60_000);
const RANGE = { from: 0, to: 9 };
const OF_ONE = { session: ID, ...RANGE };
const OF_OTHER = { session: "00000000-0000-0000-0000-000000000008", from: 5, to: 14 };
const BLANK = blankSession({ userId: ID, project: "p", harness: "codex", sessionId: "s" }, SINCE);
const LEASE = { id: ID, holder: randomUUID(), seconds: 60 };
const RATING: ratings.NewRating = {
  id: randomUUID(),
  session: ID,
  user_id: ID,
  dimension: "goal_completion",
  score: 80,
  note: null,
};

const LINE: lines.LineRow = {
  session: ID,
  line: 0,
  revision: 1,
  user_id: ID,
  harness: "codex",
  received_at: SINCE.toISOString(),
  at: SINCE.toISOString(),
  end_byte: null,
  raw: "{}",
  outcome: "rendered",
  line_type: "user",
  known: 1,
  shown: "[]",
  texts: ["hello"],
  kinds: ["user"],
  tool_calls: 0,
  tool_failures: 0,
  model: "",
  usage_key: "",
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write: 0,
  cache_write_1h: 0,
  cost_usd: null,
  names: { prompt: "hello", cwd: "/w/shop", git_branch: "main" },
  redaction: 1,
};

const EVERYTHING: sessionLists.SessionQuery = {
  userId: ID,
  userIds: [ID],
  isFinal: false,
  lastEventFrom: "2026-01-01T00:00:00.000Z",
  lastEventBefore: "2026-12-31T23:59:59.999Z",
  isTopLevel: true,
  server: "server-7",
  harness: "codex",
  agentId: ID,
  project: "project-7",
  model: "model-7",
  hasErrors: true,
  from: "2026-01-01T00:00:00.000Z",
  to: "2026-12-31T23:59:59.999Z",
  ids: [ID],
};
const SOUGHT = { kinds: ["user"], failed: true, text: "cart" };
const NAMED = { sessionId: "session-7", userId: null, harness: "codex", project: "p" };
const ANYBODYS = { userId: null };
const TOOL = { minute: "2026-01-31T09:30:00Z", model: "", tool: "Bash", error: "e", server: "", calls: 0, failures: 1 };
const ACTIVITY = {
  minute: "2026-01-01T00:00:00.000Z",
  model: "claude-sonnet-4-5",
  stated: false,
  server: "github",
  lines: 1,
  prompts: 0,
  tool_calls: 1,
  tool_failures: 0,
  latencies: [12],
  input: 1,
  output: 1,
  cache_read: 0,
  cache_write: 0,
  cache_write_1h: 0,
  cost_usd: null,
};
const PAGE = { limit: 50, offset: 0 };
const AFTER = { limit: 50, after: { lastEventAt: SINCE.toISOString(), id: ID } };

const lineStore = ({ analytical }: RecordedStores) => lines.createLineStore(analytical);
const lineListStore = ({ analytical }: RecordedStores) => lineLists.createLineListStore(analytical);

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "line-store": {
      exports: lines,
      made: lineStore,
      parts: ["current", "settings"],
      calls: {
        append: (at) => lineStore(at).append([LINE]),
        inRange: (at) => lineStore(at).inRange(ID, RANGE),
        neighboursOf: (at) => lineStore(at).neighboursOf(ID, RANGE),
        leftBehind: (at) => lineStore(at).leftBehind(ID, RANGE, 1),
        supersede: (at) => lineStore(at).supersede(ID, [0]),
        supersedeRange: (at) => lineStore(at).supersedeRange(ID, RANGE),
        moveEnds: (at) => lineStore(at).moveEnds(ID, [{ line: 0, endByte: 10 }], 2),
        giveTime: (at) => lineStore(at).giveTime(ID, RANGE, SINCE.toISOString(), 2),
        nameLines: (at) => lineStore(at).nameLines(ID, [LINE], 2),
        cutOff: (at) => lineStore(at).cutOff(ID, RANGE, 2),
        highestIn: (at) => lineStore(at).highestIn(ID, RANGE),
        endByteOf: (at) => lineStore(at).endByteOf(ID, 0),
        active: (at) => lineStore(at).active(ID, RANGE),
        startsOfTexts: (at) => lineStore(at).startsOfTexts(ID, [1, 2]),
        audit: {
          "of lines": (at) => lineStore(at).audit(ID, 10, 9),
          "of none": (at) => lineStore(at).audit(ID, 0, -1),
        },
        recount: {
          "of lines": (at) => lineStore(at).recount(ID, RANGE),
          "of none": (at) => lineStore(at).recount(ID, { from: 0, to: -1 }),
        },
      },
    },
    "line-list-store": {
      exports: lineLists,
      made: lineListStore,
      calls: {
        rawLines: (at) => lineListStore(at).rawLines(ID, RANGE, 50),
        countLines: (at) => lineListStore(at).countLines(ID, RANGE),
        lineAt: (at) => lineListStore(at).lineAt(ID, RANGE, 50),
        supersededLines: (at) => lineListStore(at).supersededLines(ID, 0, PAGE),
        countSuperseded: (at) => lineListStore(at).countSuperseded(ID, 0),
        shownLines: {
          "of one session": (at) => lineListStore(at).shownLines([OF_ONE], ["user"], 50),
          "of several": (at) => lineListStore(at).shownLines([OF_ONE, OF_OTHER], ["user"], 50),
        },
        silentUsage: {
          "of the line before": (at) => lineListStore(at).silentUsage([OF_ONE], { from: 0, to: 1, comesFirst: false }),
          "of the line after, in several sessions": (at) =>
            lineListStore(at).silentUsage([OF_ONE, OF_OTHER], { from: 0, to: 1, comesFirst: true }),
        },
        linesLike: {
          forwards: (at) => lineListStore(at).linesLike(ID, RANGE, SOUGHT, { backwards: false, limit: 50 }),
          backwards: (at) => lineListStore(at).linesLike(ID, RANGE, SOUGHT, { backwards: true, limit: 50 }),
        },
        countKinds: (at) => lineListStore(at).countKinds(ID, RANGE, ["user"]),
        placeOf: (at) => lineListStore(at).placeOf(ID, RANGE, ["user"], 50),
        sessionsWith: {
          "of one person": (at) => lineListStore(at).sessionsWith(["two", "words"], ID, 50),
          "of anybody": (at) => lineListStore(at).sessionsWith(["word"], null, 50),
        },
        countReceived: {
          "of some": (at) => lineListStore(at).countReceived([ID], SINCE),
          "of none": (at) => lineListStore(at).countReceived([], SINCE),
        },
      },
    },
    "session-store": {
      exports: sessions,
      parts: ["fromDriver", "numberOf"],
      calls: {
        findSessionsByKey: ({ db }) => sessions.findSessionsByKey(db, [ID]),
        saveSessions: {
          "without activity": ({ db }) =>
            sessions.saveSessions(db, [{ session: BLANK, activity: { isWhole: false, rows: [], tools: [] } }]),
          "with more activity": ({ db }) =>
            sessions.saveSessions(db, [
              { session: BLANK, activity: { isWhole: false, rows: [ACTIVITY], tools: [TOOL] } },
            ]),
          "counted anew": ({ db }) =>
            sessions.saveSessions(db, [
              { session: BLANK, activity: { isWhole: true, rows: [ACTIVITY], tools: [TOOL] } },
            ]),
        },
        leaseSession: ({ db }) => sessions.leaseSession(db, LEASE),
        insertLeasedSession: ({ db }) => sessions.insertLeasedSession(db, BLANK, 60),
        renewLease: ({ db }) => sessions.renewLease(db, LEASE),
        releaseSession: ({ db }) => sessions.releaseSession(db, ID, LEASE.holder),
      },
    },
    "session-list-store": {
      exports: sessionLists,
      calls: {
        listSessionRows: {
          "of anybody": ({ db }) => sessionLists.listSessionRows(db, ANYBODYS, PAGE),
          "with every filter": ({ db }) => sessionLists.listSessionRows(db, EVERYTHING, PAGE),
          "after another": ({ db }) => sessionLists.listSessionRows(db, { userId: ID }, AFTER),
          "of members of a team": ({ db }) => sessionLists.listSessionRows(db, { userId: null, userIds: [ID] }, PAGE),
          "of a server": ({ db }) => sessionLists.listSessionRows(db, { userId: null, server: "server-7" }, PAGE),
          "that called a tool": ({ db }) =>
            sessionLists.listSessionRows(db, { userId: null, tool: "tool-7", from: SINCE.toISOString() }, PAGE),
          "with an error": ({ db }) => sessionLists.listSessionRows(db, { userId: null, error: "error-7" }, PAGE),
          "by calls": ({ db }) => sessionLists.listSessionRows(db, ANYBODYS, { ...PAGE, sort: "calls" }),
          "of one person, by calls": ({ db }) =>
            sessionLists.listSessionRows(db, { userId: ID }, { ...PAGE, sort: "calls" }),
        },
        listSessionKeys: {
          "of anybody": ({ db }) => sessionLists.listSessionKeys(db, ANYBODYS, "last_event", 10),
          "of one person, by failures": ({ db }) =>
            sessionLists.listSessionKeys(db, { userId: ID }, "failures", 10_000),
          "of anybody, by start": ({ db }) => sessionLists.listSessionKeys(db, ANYBODYS, "started", 10_000),
        },
        countSessionsByDay: {
          "of anybody": ({ db }) => sessionLists.countSessionsByDay(db, ANYBODYS, "Europe/Vienna"),
          "of anybody, with failures": ({ db }) =>
            sessionLists.countSessionsByDay(db, { userId: null, isTopLevel: true, hasErrors: true }, "UTC"),
          "with every filter": ({ db }) => sessionLists.countSessionsByDay(db, EVERYTHING, "UTC"),
        },
        countSubagents: ({ db }) => sessionLists.countSubagents(db, [ID]),
        countSessions: {
          "of anybody": ({ db }) => sessionLists.countSessions(db, ANYBODYS),
          "with every filter": ({ db }) => sessionLists.countSessions(db, EVERYTHING),
        },
        findSessionsNamed: {
          "of anybody": ({ db }) => sessionLists.findSessionsNamed(db, NAMED, 20),
          "open to a reviewer": ({ db }) =>
            sessionLists.findSessionsNamed(db, { ...NAMED, openTo: { userId: ID, agentIds: [ID] } }, 20),
        },
        agentsOfSessionsNamed: ({ db }) =>
          sessionLists.agentsOfSessionsNamed(db, { sessionId: "session-7", userId: null }, 500),
        sessionsNamedBy: {
          "of one person": ({ db }) => sessionLists.sessionsNamedBy(db, ["fix", "7"], ID, 50),
          "of anybody": ({ db }) => sessionLists.sessionsNamedBy(db, ["7"], null, 50),
        },
        countUncountedSessions: ({ db }) => sessionLists.countUncountedSessions(db, { userId: ID }),
        countPurgedSessions: ({ db }) => sessionLists.countPurgedSessions(db, { userId: ID }),
        findUnfinishedSessions: {
          "from the beginning": ({ db }) => sessionLists.findUnfinishedSessions(db, "names_read", undefined, 50),
          "after another": ({ db }) => sessionLists.findUnfinishedSessions(db, "activity_counted", ANOTHER, 50),
        },
        listOwnSessions: {
          "from the beginning": ({ db }) => sessionLists.listOwnSessions(db, ID, undefined, 100),
          "after another": ({ db }) => sessionLists.listOwnSessions(db, ID, { id: ID }, 100),
        },
        recentSessionIds: ({ db }) => sessionLists.recentSessionIds(db, null, RECENTLY, 20_000),
        latestSession: ({ db }) => sessionLists.latestSession(db, null),
      },
      growing: {
        // The total of what admins list is that of all sessions.
        "countSessions, of anybody": ["Index Only Scan on session"],
        "countSessionsByDay, of anybody": ["Index Only Scan on session"],
        "countSessionsByDay, of anybody, with failures": ["Index Only Scan on session"],
        // No index has this order: all that match are sorted, by what is in the index.
        "listSessionRows, by calls": ["Index Only Scan on session"],
        "listSessionKeys, of anybody, by start": ["Index Only Scan on session"],
      },
    },
    "session-rating-store": {
      exports: ratings,
      calls: {
        saveRating: ({ db }) => ratings.saveRating(db, RATING),
        listRatingsOfUser: {
          "from the beginning": ({ db }) => ratings.listRatingsOfUser(db, ID, undefined, 100),
          "after another": ({ db }) =>
            ratings.listRatingsOfUser(db, ID, { session: ID, dimension: "goal_completion" }, 100),
        },
        listRatingsOf: ({ db }) => ratings.listRatingsOf(db, ID, PAGE),
      },
    },
  },
});
