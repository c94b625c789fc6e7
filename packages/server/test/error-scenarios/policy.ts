import { randomUUID } from "node:crypto";
import type { NewFeed } from "@tackroom/contract";
import { runSql } from "../../src/platform/relational/index.js";
import type { Scenario } from "./scenario.js";

export const POLICY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "getPolicy validation_failed": ({ send, admin: { token } }) => send("GET /policy/none", { token }),
  "getPolicy not_found": ({ send, admin: { token } }) =>
    send(`GET /policy/claude-code?feed_id=${randomUUID()}`, { token }),
  "getPolicy invalid_state": async ({ server, send, admin: { token } }) => {
    const made = await send("POST /feeds", { token, body: { name: "Mine", content: "public" } });
    const { id } = made.json<NewFeed>();
    const expire = "UPDATE feed SET expires_at = now() - interval '1 day' WHERE id = $1";
    await runSql(server.platform.relational, expire, [id]);
    return send(`GET /policy/claude-code?feed_id=${id}`, { token });
  },
};
