import { testStoreSql } from "../../../test/store-sql/test-store-sql.js";
import type { RecordedStores } from "../../../test/store-sql/record-sql.js";
import * as activities from "./activity-store.js";
import * as dashboards from "./dashboard-store.js";
import * as failures from "./failure-store.js";
import * as figures from "./figures-store.js";
import * as outlines from "./outline-store.js";
import * as ownReports from "./own-report-store.js";
import * as redactions from "./redaction-store.js";
import * as reports from "./report-store.js";
import * as saved from "./saved-activity-store.js";

/** Sessions of four hundred people, each with activity in one minute of the last months. */
const SEED = `
  CREATE FUNCTION pg_temp.id(n int) RETURNS uuid LANGUAGE sql AS $$ SELECT lpad(n::text, 32, '0')::uuid $$;
  INSERT INTO session (id, user_id, project, harness, session_id, revision, started_at, last_event_at, received_at, context,
    project_name)
  SELECT pg_temp.id(n), pg_temp.id(n % 400), 'default', 'codex', 'session-' || n, 1, now(), now(), now(), '{}', 'default'
  FROM generate_series(1, 12000) n;
  INSERT INTO session_activity (session, minute, model, stated, server, user_id, lines, prompts, tool_calls, tool_failures,
    latencies, input, output, cache_read, cache_write, cache_write_1h)
  SELECT pg_temp.id(n), date_trunc('minute', timestamptz '2025-01-01 00:00Z' + n * interval '1 hour'), 'model-7', false, 'github',
    pg_temp.id(n % 400), 1, 0, 1, 0, '{}', 1, 1, 0, 0, 0
  FROM generate_series(1, 12000) n;
  INSERT INTO session_tool_activity (session, minute, model, tool, error, server, user_id, calls, failures)
  SELECT pg_temp.id(n), date_trunc('minute', timestamptz '2025-01-01 00:00Z' + n * interval '1 hour'), 'model-7', 'tool-' || n % 50,
    'error-' || n % 500, '', pg_temp.id(n % 400), 0, 1
  FROM generate_series(1, 12000) n`;

const ID = "00000000-0000-0000-0000-000000000007";
const SINCE = new Date("2026-01-31T09:30:00.000Z");
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
const MINUTES = {
  from: "2026-01-01T00:00:00.000Z",
  to: "2026-01-01T00:05:00.000Z",
  userIds: [ID],
  agent: { id: ID, refs: ["a/b"] },
  servers: ["github"],
};
const PERIOD = { from: "2026-01-01T00:00:00.000Z", to: "2026-12-31T23:59:59.999Z" };
const SHORT = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" };
const TOP = { beforeFrom: "2025-12-31T00:00:00.000Z", limit: 20 };
const NARROW = {
  ...PERIOD,
  users: [ID],
  harness: "codex",
  model: "model-7",
  agentId: ID,
  project: "p",
  hasErrors: true,
};

const reportStore = ({ analytical }: RecordedStores) => reports.createReportStore(analytical);
const ownReportStore = ({ analytical }: RecordedStores) => ownReports.createOwnReportStore(analytical);
const redactionStore = ({ analytical }: RecordedStores) => redactions.createRedactionStore(analytical);
const outlineStore = ({ analytical }: RecordedStores) => outlines.createOutlineStore(analytical);
const dashboardStore = ({ analytical }: RecordedStores) => dashboards.createDashboardStore(analytical);

testStoreSql({
  test: import.meta.url,
  seed: SEED,
  smallTables: [],
  stores: {
    "activity-store": {
      exports: activities,
      calls: {
        callsByMinute: ({ db }) => activities.callsByMinute(db, MINUTES),
        latenciesByMinute: ({ db }) => activities.latenciesByMinute(db, MINUTES, MINUTES),
        measureActivity: ({ db }) => activities.measureActivity(db, [ID], { slices: 24, pauseMinutes: 5 }),
        usageByMinute: {
          "of everyone": ({ db }) => activities.usageByMinute(db, { from: MINUTES.from, to: MINUTES.to }),
          "with every filter": ({ db }) => activities.usageByMinute(db, MINUTES),
        },
      },
    },
    "saved-activity-store": { exports: saved, parts: ["activityOfSaved"], calls: {} },
    "failure-store": {
      exports: failures,
      parts: ["hasToolActivity"],
      calls: {
        failuresOf: {
          "by tool": ({ db }) => failures.failuresOf(db, { ...SHORT, ...TOP, by: "tool" }),
          "with every filter": ({ db }) => failures.failuresOf(db, { ...NARROW, ...TOP, by: "agent" }),
        },
        reasonsOf: {
          "by error": ({ db }) => failures.reasonsOf(db, { ...SHORT, by: "error" }, { keys: ["error-7"], examples: 3 }),
          "with every filter": ({ db }) =>
            failures.reasonsOf(db, { ...NARROW, by: "mcp_server" }, { keys: ["github"], examples: 3 }),
        },
      },
    },
    "figures-store": {
      exports: figures,
      parts: ["conditionsOf"],
      calls: {
        figuresOf: {
          "of everything": ({ db }) => figures.figuresOf(db, PERIOD, { interval: null, by: null }),
          "with every filter": ({ db }) => figures.figuresOf(db, NARROW, { interval: "week", by: "agent" }),
        },
        usageOf: {
          "by harness": ({ db }) =>
            figures.usageOf(db, NARROW, { interval: "day", by: "harness", changes: ["2026-03-01"] }),
          "of the sessions that called a server": ({ db }) =>
            figures.usageOf(db, SHORT, { interval: null, by: "server", changes: [] }),
        },
        unpricedSessionsOf: ({ db }) =>
          figures.unpricedSessionsOf(db, PERIOD, {
            interval: "day",
            by: "harness",
            changes: [],
            unpriced: [{ model: "model-7", period: 0 }],
          }),
        serverCallsOf: {
          all: ({ db }) => figures.serverCallsOf(db, PERIOD, "day", false),
          failed: ({ db }) => figures.serverCallsOf(db, NARROW, null, true),
        },
      },
    },
    "dashboard-store": {
      exports: dashboards,
      made: dashboardStore,
      calls: {
        downloads: (at) => dashboardStore(at).downloads(NARROW, "hour", "item_id"),
        calls: {
          all: (at) => dashboardStore(at).calls(NARROW, "day", false),
          failed: (at) => dashboardStore(at).calls(PERIOD, null, true),
        },
      },
    },
    "outline-store": {
      exports: outlines,
      made: outlineStore,
      calls: { outlineLines: (at) => outlineStore(at).outlineLines(ID, { from: 0, to: 9 }) },
    },
    "own-report-store": {
      exports: ownReports,
      made: ownReportStore,
      calls: {
        reportsOf: {
          "hook events": (at) => ownReportStore(at).reportsOf("hook_event", ID, undefined, 200),
          "tool calls": (at) => ownReportStore(at).reportsOf("tool_call", ID, HOOK, 200),
          "agent interactions": (at) => ownReportStore(at).reportsOf("agent_interaction", ID, HOOK, 200),
        },
      },
    },
    "redaction-store": {
      exports: redactions,
      made: redactionStore,
      calls: {
        sessionsBefore: (at) => redactionStore(at).sessionsBefore(2, ID, 100),
        hasLinesBefore: (at) => redactionStore(at).hasLinesBefore(2, ID, { from: 0, to: 9 }),
        linesBefore: (at) => redactionStore(at).linesBefore(2, ID, { from: 0, to: 9 }),
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
        reportedCalls: {
          "of anybody": (at) => reportStore(at).reportedCalls({ from: MINUTES.from, to: MINUTES.to }),
          "with every filter": (at) =>
            reportStore(at).reportedCalls({ from: MINUTES.from, to: MINUTES.to, userId: ID, servers: ["ann/tool"] }),
        },
        reportedLatencies: (at) => reportStore(at).reportedLatencies({ from: MINUTES.from, to: MINUTES.to }, MINUTES),
        interactionsOf: (at) => reportStore(at).interactionsOf([ID, "ann/agent"], SINCE),
      },
    },
  },
});
