import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type { RecordedStores } from "../../../test/store-sql/record-sql.js";
import * as dashboards from "./dashboard-store.js";
import * as redactions from "./redaction-store.js";
import * as lineLists from "./line-list-store.js";
import * as lines from "./line-store.js";
import * as reports from "./report-store.js";
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
  INSERT INTO user_account (id, email, username, name, role, auth_provider)
  SELECT pg_temp.id(n), 'user' || n || '@example.com', 'user' || n, 'User ' || n, 'user', 'local' FROM generate_series(1, 7) n;
  INSERT INTO session_rating (id, session, user_id, dimension, score)
  SELECT pg_temp.id(n * 2 + who), pg_temp.id(n), pg_temp.id(who + 1), 'goal_completion', 80
  FROM generate_series(1, 12000) n, generate_series(0, 1) who`;

const ID = "00000000-0000-0000-0000-000000000007";
const SINCE = new Date("2026-01-31T09:30:00.000Z");
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
const REPORT = {
  received_at: SINCE.toISOString(),
  event_id: ID,
  user_id: ID,
  harness: "codex",
  session_id: "s",
  tool_name: "t",
  latency_ms: 1,
};
const HOOK: reports.HookEventRow = {
  received_at: SINCE.toISOString(),
  event_id: ID,
  user_id: ID,
  harness: "codex",
  event: "Stop",
  session_id: "s",
  tool_name: "",
  tool_use_id: "",
  agent_id: "",
  model: "",
  cwd: "",
  is_error: 0,
  detail: "{}",
};
const { tool_name: _tool, ...INTERACTION } = REPORT;

const EVERYTHING: sessionLists.SessionQuery = {
  userId: ID,
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
const PERIOD = { from: "2026-01-01T00:00:00.000Z", to: "2026-12-31T23:59:59.999Z" };
const NARROW = { ...PERIOD, users: [ID], harness: "codex", model: "model-7", sessions: [ID] };
const PAGE = { limit: 50, offset: 0 };
const AFTER = { limit: 50, after: { lastEventAt: SINCE.toISOString(), id: ID } };

const lineStore = ({ analytical }: RecordedStores) => lines.createLineStore(analytical);
const lineListStore = ({ analytical }: RecordedStores) => lineLists.createLineListStore(analytical);
const reportStore = ({ analytical }: RecordedStores) => reports.createReportStore(analytical);
const dashboardStore = ({ analytical }: RecordedStores) => dashboards.createDashboardStore(analytical);
const redactionStore = ({ analytical }: RecordedStores) => redactions.createRedactionStore(analytical);

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
    "report-store": {
      exports: reports,
      made: reportStore,
      calls: {
        appendHook: (at) => reportStore(at).appendHook(HOOK),
        appendToolCalls: (at) =>
          reportStore(at).appendToolCalls([
            { ...REPORT, mcp_server_id: ID, status: "success", user_action: "", input_params: "", response: "" },
          ]),
        appendInteractions: (at) =>
          reportStore(at).appendInteractions([{ ...INTERACTION, agent_id: ID, tool_calls: 1, user_action: "" }]),
        recent: (at) => reportStore(at).recent(ID, SINCE),
        callsOf: (at) => reportStore(at).callsOf([ID, "ann/tool"], SINCE),
        interactionsOf: (at) => reportStore(at).interactionsOf([ID, "ann/agent"], SINCE),
      },
    },
    "dashboard-store": {
      exports: dashboards,
      made: dashboardStore,
      calls: {
        figures: {
          "of everything": (at) => dashboardStore(at).figures(PERIOD, { interval: null, by: null }),
          "with every filter": (at) => dashboardStore(at).figures(NARROW, { interval: "week", by: "session" }),
        },
        usage: (at) => dashboardStore(at).usage(NARROW, { interval: "day", by: "harness", changes: ["2026-03-01"] }),
        unpricedSessions: (at) =>
          dashboardStore(at).unpricedSessions(PERIOD, { interval: "day", by: "harness", changes: [] }, [
            { model: "model-7", period: 0 },
          ]),
        downloads: (at) => dashboardStore(at).downloads(NARROW, "hour", "item_id"),
        calls: {
          all: (at) => dashboardStore(at).calls(NARROW, "day", false),
          failed: (at) => dashboardStore(at).calls(PERIOD, null, true),
        },
      },
    },
    "redaction-store": {
      exports: redactions,
      made: redactionStore,
      calls: {
        sessionsBefore: (at) => redactionStore(at).sessionsBefore(2, ID, 100),
        hasLinesBefore: (at) => redactionStore(at).hasLinesBefore(2, ID, RANGE),
        linesBefore: (at) => redactionStore(at).linesBefore(2, ID, RANGE),
      },
    },
    "session-store": {
      exports: sessions,
      parts: ["fromDriver", "numberOf"],
      calls: {
        findSessionsByKey: ({ db }) => sessions.findSessionsByKey(db, [ID]),
        saveSessions: ({ db }) => sessions.saveSessions(db, [BLANK]),
        leaseSession: ({ db }) => sessions.leaseSession(db, LEASE),
        insertLeasedSession: ({ db }) => sessions.insertLeasedSession(db, BLANK, 60),
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
        },
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
        findUnreadSessions: {
          "from the beginning": ({ db }) => sessionLists.findUnreadSessions(db, undefined, 50),
          "after another": ({ db }) =>
            sessionLists.findUnreadSessions(db, { last_event_at: SINCE.toISOString(), id: ID }, 50),
        },
        sessionKeys: ({ db }) => sessionLists.sessionKeys(db, { userId: null, project: "project-7" }, 50_000),
        agentsOf: ({ db }) => sessionLists.agentsOf(db, [ID]),
        recentSessionIds: ({ db }) => sessionLists.recentSessionIds(db, null, RECENTLY, 20_000),
        latestSession: ({ db }) => sessionLists.latestSession(db, null),
      },
      growing: {
        // The total of what admins list is that of all sessions.
        "countSessions, of anybody": ["Index Only Scan on session"],
      },
    },
    "session-rating-store": {
      exports: ratings,
      calls: {
        saveRating: ({ db }) => ratings.saveRating(db, RATING),
        listRatingsOf: ({ db }) => ratings.listRatingsOf(db, ID, PAGE),
      },
    },
  },
});
