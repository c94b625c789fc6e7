// Whether dashboards and alerts keep their speed as the history grows: the same requests about the last 30 days with one
// month stored, and with twelve. Aim: at most 1.5 times as long. Beside them, the sum of the month's rows as the engine
// computes it by itself. `npm run bench -- dashboard`; SESSIONS=500 for a smaller run.
import { callsByMinute } from "@tackroom/server/telemetry/stores/activity-store";
import { median, startServer } from "./support/start-server.js";
import { ingestBody } from "./support/transcript.js";

const SESSIONS_A_MONTH = Number(process.env["SESSIONS"] ?? 4000);
const MINUTES_A_SESSION = 10;
const USERS = 100;
const MONTHS = 12;
const TIMES = 15;
const DAY_MS = 86_400_000;

const { platform, send, bootstrap, close } = await startServer();
const { relational } = platform;
const token = await bootstrap();
await send("POST", "/ingest/session", token, JSON.parse(ingestBody("model", 0, 20)) as object);

/** One session as exporters send it, and then copies of it in the database, spread over a month. */
async function fillMonth(month: number): Promise<void> {
  const end = new Date(Date.now() - month * 30 * DAY_MS).toISOString();
  await relational.pool.query(
    `WITH model AS (SELECT * FROM session WHERE session_id = 'model' LIMIT 1),
     fresh AS (
       INSERT INTO session
       SELECT copy.* FROM model, generate_series(1, $2::int) AS n,
         LATERAL (SELECT $1::timestamptz - n * (interval '30 days' / $2::int) AS begun) AS times,
         LATERAL jsonb_populate_record(NULL::session, to_jsonb(model) || jsonb_build_object('id', gen_random_uuid(),
           'session_id', gen_random_uuid(), 'user_id', md5('user ' || n % ${USERS})::uuid, 'started_at', begun,
           'last_event_at', begun + interval '10 minutes')) AS copy
       RETURNING id, user_id, started_at
     )
     INSERT INTO session_activity
     SELECT fresh.id, date_trunc('minute', fresh.started_at) + minute * interval '1 minute',
       (ARRAY['claude-sonnet-4-5', 'claude-opus-4-5', 'gpt-5'])[1 + minute % 3], false,
       (ARRAY['', '', 'github', 'postgres'])[1 + minute % 4], fresh.user_id, 12, 1, 4, minute % 2, '{120,340}', 900, 300, 9000, 100, 0, NULL
     FROM fresh, generate_series(0, ${MINUTES_A_SESSION} - 1) AS minute`,
    [end, SESSIONS_A_MONTH],
  );
  // Of each minute three tools, and of every second one an error.
  await relational.pool.query(
    `INSERT INTO session_tool_activity (session, minute, model, tool, error, server, user_id, calls, failures)
     SELECT session, minute, model, (ARRAY['Bash', 'Edit', 'Read', 'Grep', 'mcp__' || server || '__query'])[1 + tool + length(server) % 2],
       CASE WHEN tool = 3 THEN 'error number ' || abs(hashtext(session::text)) % 40 ELSE '' END, server, user_id,
       CASE WHEN tool = 3 THEN 0 ELSE 1 END, CASE WHEN tool = 3 THEN 1 ELSE 0 END
     FROM session_activity, generate_series(0, 3) AS tool
     WHERE minute >= $1::timestamptz - interval '30 days' AND minute < $1::timestamptz AND (tool < 3 OR tool_failures > 0)
     ON CONFLICT DO NOTHING`,
    [end],
  );
}

const since = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const get = (path: string) => async (): Promise<void> => {
  const { status, text } = await send("GET", path, token);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
};

const MONTH = encodeURIComponent(since(30));
/** Failures are compared with the period before, which must be there with one month stored too. */
const HALF = encodeURIComponent(since(15));
const ASKED: Readonly<Record<string, () => Promise<unknown>>> = {
  "the engine's own sum": () =>
    relational.pool.query("SELECT sum(tool_calls), sum(input) FROM session_activity WHERE minute >= $1", [since(30)]),
  summary: get(`/dashboard/summary?from=${MONTH}`),
  "sessions by day": get(`/dashboard/series?metric=sessions&interval=day&from=${MONTH}`),
  "cost by day": get(`/dashboard/series?metric=cost_usd&interval=day&from=${MONTH}`),
  "cost by user": get(`/dashboard/series?metric=cost_usd&interval=day&group_by=user&from=${MONTH}`),
  "totals by user": get(`/dashboard/breakdown?by=user&from=${MONTH}`),
  "totals by MCP server": get(`/dashboard/breakdown?by=mcp_server&from=${MONTH}`),
  "failures by tool": get(`/dashboard/failures?by=tool&from=${HALF}`),
  "failures by error": get(`/dashboard/failures?by=error&from=${HALF}`),
  "the sessions of a failure": get(`/telemetry/sessions/count?tool=Grep&tool_failed=true&from=${MONTH}`),
  "an alert's five minutes": () =>
    callsByMinute(relational, { from: new Date(Date.now() - 300_000).toISOString(), to: new Date().toISOString() }),
};

async function measure(): Promise<Record<string, number>> {
  const medians: Record<string, number> = {};
  for (const [name, ask] of Object.entries(ASKED)) {
    const times: number[] = [];
    await ask();
    for (let round = 0; round < TIMES; round++) {
      const begun = performance.now();
      await ask();
      times.push(performance.now() - begun);
    }
    medians[name] = median(times);
  }
  return medians;
}

await fillMonth(0);
await relational.pool.query("ANALYZE session, session_activity, session_tool_activity");
const few = await measure();
for (let month = 1; month < MONTHS; month++) await fillMonth(month);
await relational.pool.query("ANALYZE session, session_activity, session_tool_activity");
const many = await measure();

const rows = SESSIONS_A_MONTH * MINUTES_A_SESSION;
console.log(`the last 30 days: ${rows} rows of activity, of ${rows} stored and of ${rows * MONTHS}`);
console.log(`${"".padEnd(28)}one month   ${MONTHS} months     ratio`);
for (const name of Object.keys(ASKED)) {
  const [before = 0, after = 0] = [few[name], many[name]];
  const columns = [`${before.toFixed(1)} ms`, `${after.toFixed(1)} ms`, (after / before).toFixed(2)];
  console.log(name.padEnd(26) + columns.map((column) => column.padStart(12)).join(""));
}
await close();
