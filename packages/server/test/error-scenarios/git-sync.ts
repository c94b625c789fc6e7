import { runSql } from "../../src/platform/relational/index.js";
import { deliverA, deliverB, type DeliveryOptions } from "../git/deliveries.js";
import type { SyncWithSecret } from "../git/sync-world.js";
import { publishItem } from "../registry.js";
import type { Scenario, Stage } from "./scenario.js";

const GIT_URL = "https://git.invalid/acme/tickets.git";

interface Synced {
  readonly id: string;
  readonly sync: SyncWithSecret;
}

async function synced({ server, send, user }: Stage, provider: "host_a" | "host_b" = "host_a"): Promise<Synced> {
  const { id } = await publishItem(server, "mcps", user, { git_url: GIT_URL });
  const answer = await send(`PUT /mcps/${id}/webhook-sync`, { token: user.token, body: { provider } });
  return { id, sync: answer.json<SyncWithSecret>() };
}

const sql = ({ server }: Stage, text: string): Promise<unknown> => runSql(server.platform.relational, text, []);

/** As if the queue were away, for this one request. */
async function withoutQueue<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  await sql(stage, "ALTER SCHEMA jobs RENAME TO jobs_away");
  try {
    return await work();
  } finally {
    await sql(stage, "ALTER SCHEMA jobs_away RENAME TO jobs");
  }
}

const PUSH = { ref: "refs/heads/main", repository: { clone_url: GIT_URL, default_branch: "main" } };

type Deliver = (
  stage: Stage,
  sync: SyncWithSecret,
  payload?: object,
  options?: DeliveryOptions,
) => ReturnType<Scenario>;

/** Both receivers refuse the same things. */
function receiverScenarios(name: string, provider: "host_a" | "host_b", deliver: Deliver): Record<string, Scenario> {
  const delivering =
    (change: Partial<SyncWithSecret>, payload?: object, options?: DeliveryOptions): Scenario =>
    async (stage) =>
      deliver(stage, { ...(await synced(stage, provider)).sync, ...change }, payload, options);
  return {
    [`${name} not_found`]: delivering({ webhook_url: `http://x/api/v1/webhooks/${provider}/mcp/none` }),
    [`${name} invalid_signature`]: delivering({ secret: "0".repeat(64) }),
    [`${name} malformed_json`]: delivering({}, {}, { raw: "[]" }),
    [`${name} repository_mismatch`]: delivering({}, { ref: "refs/heads/main" }),
    [`${name} rate_limited`]: async (stage) => {
      const { sync } = await synced(stage, provider);
      const options = { ip: provider === "host_a" ? "198.51.100.1" : "198.51.100.2" };
      for (let count = 0; count < 60; count++) await deliver(stage, { ...sync, secret: "" }, {}, options);
      return deliver(stage, sync, PUSH, options);
    },
    [`${name} unavailable`]: async (stage) => {
      const { id, sync } = await synced(stage, provider);
      await sql(stage, `UPDATE mcp_sync SET secret = '\\x00' WHERE item_id = '${id}'`);
      return deliver(stage, sync);
    },
  };
}

export const GIT_SYNC_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "putSync invalid_state": async ({ server, send, user }) => {
    const { id } = await publishItem(server, "mcps", user);
    return send(`PUT /mcps/${id}/webhook-sync`, { token: user.token, body: {} });
  },
  "putSync validation_failed": async (stage) => {
    const { id } = await synced(stage);
    return stage.send(`PUT /mcps/${id}/webhook-sync`, { token: stage.user.token, body: { branch: "--upload-pack=x" } });
  },
  "runSync invalid_state": async (stage) => {
    const { id } = await synced(stage);
    await stage.send(`PATCH /mcps/${id}/archive`, { token: stage.user.token });
    return stage.send(`POST /mcps/${id}/webhook-sync/run`, { token: stage.user.token });
  },
  "runSync unavailable": async (stage) => {
    const { id } = await synced(stage);
    return withoutQueue(stage, () => stage.send(`POST /mcps/${id}/webhook-sync/run`, { token: stage.user.token }));
  },
  "analyzeMcp validation_failed": ({ send, user: { token } }) =>
    send("POST /mcps/analyze", { token, body: { git_url: "file:///etc" } }),
  ...receiverScenarios("receiveHostA", "host_a", ({ server }, sync, payload = PUSH, options = {}) =>
    deliverA(server, sync, { event: "push", payload }, options),
  ),
  ...receiverScenarios("receiveHostB", "host_b", ({ server }, sync, payload = PUSH, options = {}) =>
    deliverB(server, sync, { event: "Push Hook", payload }, options),
  ),
};
