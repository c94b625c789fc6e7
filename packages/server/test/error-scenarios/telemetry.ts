import { randomUUID } from "node:crypto";
import { MAX_SESSION_VIEWS } from "@tackroom/contract";
import { PASSWORD } from "../people.js";
import { prompt } from "../transcripts.js";
import type { Scenario, Stage } from "./scenario.js";

type Answer = ReturnType<Stage["send"]>;

const ingest = ({ send, user }: Stage, body: object): Answer =>
  send("POST /ingest/session", { token: user.token, body: { session_id: "s", lines: [prompt("hello")], ...body } });

const read = ({ send, user }: Stage, path: string): Answer => send(`GET ${path}`, { token: user.token });

/** Two sessions of one id. */
async function twins(stage: Stage): Promise<string> {
  const session_id = randomUUID();
  for (const project of ["one", "two"]) await ingest(stage, { session_id, project });
  return session_id;
}

const WRONG_HARNESS = "harness=notepad";
const nobodys = randomUUID();

/** What finds one session refuses in the same ways. */
const ofOne = (name: string, path = ""): Record<string, Scenario> => ({
  [`${name} not_found`]: (stage) => read(stage, `/sessions/${nobodys}${path}`),
  [`${name} ambiguous_name`]: async (stage) => read(stage, `/sessions/${await twins(stage)}${path}`),
  [`${name} validation_failed`]: (stage) => read(stage, `/sessions/${nobodys}${path}?${WRONG_HARNESS}`),
});

const rate = ({ send, user }: Stage, path: string, score = 80): Answer =>
  send(`POST /sessions/${path}`, { token: user.token, body: { dimension: "goal_completion", score } });

export const TELEMETRY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "ingestSession ingest_conflict": async (stage) => {
    const session_id = randomUUID();
    await ingest(stage, { session_id });
    return ingest(stage, { session_id, lines: [prompt("something else")] });
  },
  "ingestSession validation_failed": (stage) => ingest(stage, { end_byte_offsets: [1, 2] }),
  "getSessionCheckpoint validation_failed": (stage) =>
    read(stage, `/ingest/session/checkpoint?session_id=s&${WRONG_HARNESS}`),
  "postTelemetryEvents validation_failed": ({ send, user }) =>
    send("POST /telemetry/events", { token: user.token, body: { tool_calls: {} } }),
  "postHookEvent validation_failed": ({ send, user }) =>
    send("POST /telemetry/hooks", { token: user.token, body: { service_name: "notepad" } }),
  "listSessions forbidden": (stage) => read(stage, `/sessions?user_id=${stage.boss.user.id}`),
  "listSessions validation_failed": (stage) => read(stage, "/sessions?from=yesterday"),
  "countSessions forbidden": (stage) => read(stage, `/telemetry/sessions/count?user_id=${stage.boss.user.id}`),
  "countSessions validation_failed": (stage) => read(stage, "/telemetry/sessions/count?time_zone=%2B02:00"),
  "exportSessions forbidden": (stage) => read(stage, `/telemetry/sessions/export?user_id=${stage.boss.user.id}`),
  "exportSessions validation_failed": (stage) => read(stage, "/telemetry/sessions/export?format=xlsx"),
  "getDashboardSummary forbidden": (stage) => read(stage, `/dashboard/summary?user_id=${stage.boss.user.id}`),
  "getDashboardSummary validation_failed": (stage) => read(stage, "/dashboard/summary?from=yesterday"),
  "getDashboardSeries forbidden": (stage) => read(stage, "/dashboard/series?metric=prompts&group_by=user"),
  "getDashboardSeries validation_failed": (stage) => read(stage, "/dashboard/series?metric=nothing"),
  "getDashboardBreakdown forbidden": (stage) => read(stage, "/dashboard/breakdown?by=team"),
  "getDashboardBreakdown validation_failed": (stage) => read(stage, "/dashboard/breakdown"),
  "exportDashboardBreakdown forbidden": (stage) => read(stage, "/dashboard/breakdown/export?by=user"),
  "exportDashboardBreakdown validation_failed": (stage) => read(stage, "/dashboard/breakdown/export?by=nothing"),
  "listDashboardFailures forbidden": (stage) => read(stage, `/dashboard/failures?user_id=${stage.boss.user.id}`),
  "listDashboardFailures validation_failed": (stage) => read(stage, "/dashboard/failures?by=weather"),
  "exportDashboardFailures forbidden": (stage) => read(stage, `/dashboard/failures/export?team_id=${nobodys}`),
  "exportDashboardFailures validation_failed": (stage) => read(stage, "/dashboard/failures/export?from=yesterday"),
  ...ofOne("getSession"),
  ...ofOne("listSessionEvents", "/events"),
  ...ofOne("findSessionEvent", "/events/next"),
  ...ofOne("getSessionOutline", "/outline"),
  ...ofOne("listSessionLines", "/lines"),
  ...ofOne("listSessionRatings", "/ratings"),
  "saveSessionView validation_failed": ({ send, user: { token } }) =>
    send("PUT /me/session-views/Mine", { token, body: { params: { "not a filter": "x" } } }),
  "saveSessionView conflict": async ({ send, people }) => {
    const { token } = await people.join();
    const save = (name: string) => send(`PUT /me/session-views/${name}`, { token, body: { params: {} } });
    for (let view = 0; view < MAX_SESSION_VIEWS; view += 1) await save(`view-${view}`);
    return save("one-too-many");
  },
  "deleteSessionView not_found": ({ send, user: { token } }) => send("DELETE /me/session-views/None", { token }),
  "rateSession not_found": (stage) => rate(stage, `${nobodys}/ratings`),
  "rateSession ambiguous_name": async (stage) => rate(stage, `${await twins(stage)}/ratings`),
  "rateSession validation_failed": (stage) => rate(stage, `${nobodys}/ratings`, 101),
  "purgeTelemetry validation_failed": ({ send, boss }) =>
    send("POST /admin/telemetry/purge", { token: boss.token, body: {} }),
  "exportTelemetry forbidden": async ({ send, people, boss }) => {
    const { user } = await people.join();
    const password = "Another-Horse-8";
    const body = { new_password: password };
    await send(`PUT /admin/users/${user.id}/password`, { token: boss.token, body });
    const login = await send("POST /auth/login", { body: { email: user.email, password } });
    const { access_token: token } = login.json<{ access_token: string }>();
    const change = { current_password: password, new_password: PASSWORD };
    await send("PUT /auth/profile/password", { token, body: change });
    return send("GET /telemetry/export", { token });
  },
  "listSessionLines forbidden": async (stage) => {
    const session_id = randomUUID();
    await ingest(stage, { session_id });
    const admin = await stage.people.join("admin");
    return stage.send(`GET /sessions/${session_id}/lines`, { token: admin.token });
  },
};
