import { randomUUID } from "node:crypto";
import { runSql } from "../../src/platform/relational/index.js";
import type { Scenario, Stage } from "./scenario.js";

type Answer = ReturnType<Stage["send"]>;

const RULE = { name: "Errors", metric: "error_rate", threshold: 0.5, condition: "above" };

/** A rule of the user. */
async function ruleOf({ send, user }: Stage): Promise<string> {
  return (await send("POST /alerts", { token: user.token, body: RULE })).json<{ id: string }>().id;
}

type Ask = (stage: Stage, token: string, id: string) => Answer;

/** What is about one rule refuses those whose it is not, and what is not there. */
const ofOne = (name: string, ask: Ask): Record<string, Scenario> => ({
  [`${name} not_found`]: (stage) => ask(stage, stage.user.token, randomUUID()),
  [`${name} forbidden`]: async (stage) => ask(stage, (await stage.people.join()).token, await ruleOf(stage)),
});

export const ALERTS_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "listAlerts validation_failed": ({ send, user }) => send("GET /alerts?limit=0", { token: user.token }),
  "createAlert validation_failed": ({ send, user }) =>
    send("POST /alerts", { token: user.token, body: { ...RULE, target_type: "mcp" } }),
  "createAlert invalid_state": async ({ server, send, people }) => {
    const { user, token } = await people.join();
    await send("POST /alerts", { token, body: RULE });
    const columns = `created_by, name, metric, threshold, condition, target_type, target_id, window_minutes, cooldown_minutes,
      webhook_url, notify_recovery, webhook_secret, webhook_secret_last4, watching_since, evaluated_until`;
    await runSql(
      server.platform.relational,
      `INSERT INTO alert_rule (id, ${columns}, status) SELECT gen_random_uuid(), ${columns}, 'paused'
       FROM alert_rule, generate_series(1, 99) WHERE created_by = $1`,
      [user.id],
    );
    return send("POST /alerts", { token, body: RULE });
  },
  "previewAlert validation_failed": ({ send, user }) =>
    send("POST /alerts/preview", { token: user.token, body: { ...RULE, days: 32 } }),
  ...ofOne("getAlert", ({ send }, token, id) => send(`GET /alerts/${id}`, { token })),
  ...ofOne("updateAlert", ({ send }, token, id) => send(`PATCH /alerts/${id}`, { token, body: { threshold: 1 } })),
  ...ofOne("deleteAlert", ({ send }, token, id) => send(`DELETE /alerts/${id}`, { token })),
  ...ofOne("listAlertHistory", ({ send }, token, id) => send(`GET /alerts/${id}/history`, { token })),
  ...ofOne("testAlert", ({ send }, token, id) => send(`POST /alerts/${id}/test`, { token })),
  "updateAlert validation_failed": async (stage) =>
    stage.send(`PATCH /alerts/${await ruleOf(stage)}`, {
      token: stage.user.token,
      body: { webhook_url: "http://127.0.0.1/" },
    }),
  "listAlertHistory validation_failed": async (stage) =>
    stage.send(`GET /alerts/${await ruleOf(stage)}/history?offset=-1`, { token: stage.user.token }),
  "testAlert invalid_state": async (stage) =>
    stage.send(`POST /alerts/${await ruleOf(stage)}/test`, { token: stage.user.token }),
};
