import { randomUUID } from "node:crypto";
import { MAX_FEEDS, type NewFeed } from "@tackroom/contract";
import { runSql } from "../../src/platform/relational/index.js";
import { ENDPOINTS, harmlessUrl, urlsOf } from "../endpoints.js";
import type { Person } from "../people.js";
import type { Scenario, Stage } from "./scenario.js";

type Line = Parameters<Stage["send"]>[0];

const toNone =
  (line: (id: string) => Line, body?: object): Scenario =>
  ({ send, user: { token } }) =>
    send(line(randomUUID()), { token, body });

/** A feed of the stage's user, in the hands of an admin. */
const byAdmin =
  (line: (id: string) => Line, body?: object): Scenario =>
  async ({ send, user, admin }) => {
    const made = await send("POST /feeds", { token: user.token, body: { name: "Mine", content: "visible" } });
    return send(line(made.json<NewFeed>().id), { token: admin.token, body });
  };

const creating =
  (body: object): Scenario =>
  ({ send, user: { token } }) =>
    send("POST /feeds", { token, body: { name: "Mine", ...body } });

/** Somebody with as many feeds as one may have. */
async function whoHasAll({ server, people }: Stage): Promise<Person> {
  const person = await people.join();
  await runSql(
    server.platform.relational,
    `INSERT INTO feed (id, user_id, name, content, prefix, secret_hash)
     SELECT gen_random_uuid(), $1, 'Old', 'public', 'abc', sha256(gen_random_uuid()::text::bytea)
     FROM generate_series(1, $2)`,
    [person.user.id, MAX_FEEDS],
  );
  return person;
}

/** What answers without credentials: the registry is closed, and there is no such feed. */
const surfaces = ENDPOINTS.filter(({ endpoint }) => ["mcp-registry", "agent-skills"].includes(endpoint.module));
const asStranger = (code: "not_found" | "not_implemented"): Record<string, Scenario> =>
  Object.fromEntries(
    surfaces
      .filter(({ endpoint }) => (endpoint.errors as readonly string[]).includes(code))
      .map(({ name, endpoint }): [string, Scenario] => [
        `${name} ${code}`,
        ({ server }) => server.app.inject({ method: endpoint.method, url: harmlessUrl(urlsOf(endpoint)[0] ?? "") }),
      ]),
  );

export const FEED_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "listFeeds validation_failed": ({ send, user: { token } }) => send("GET /feeds?limit=0", { token }),
  "createFeed not_found": creating({ content: "team", team_id: randomUUID() }),
  "createFeed validation_failed": creating({ content: "team" }),
  "createFeed conflict": async (stage) => {
    const { token } = await whoHasAll(stage);
    return stage.send("POST /feeds", { token, body: { name: "Another", content: "public" } });
  },
  "getFeed not_found": toNone((id) => `GET /feeds/${id}`),
  "updateFeed not_found": toNone((id) => `PATCH /feeds/${id}`, { name: "x" }),
  "updateFeed forbidden": byAdmin((id) => `PATCH /feeds/${id}`, { name: "x" }),
  "updateFeed conflict": async (stage) => {
    const { token, user } = await whoHasAll(stage);
    const { rows } = await runSql(
      stage.server.platform.relational,
      `INSERT INTO feed (id, user_id, name, content, prefix, secret_hash, expires_at)
       VALUES (gen_random_uuid(), $1, 'Expired', 'public', 'abc', sha256(gen_random_uuid()::text::bytea), now()) RETURNING id`,
      [user.id],
    );
    const { id } = rows[0] as { id: string };
    return stage.send(`PATCH /feeds/${id}`, { token, body: { expires_in_days: 1 } });
  },
  "updateFeed validation_failed": toNone((id) => `PATCH /feeds/${id}`, {}),
  "rotateFeed not_found": toNone((id) => `POST /feeds/${id}/rotate`),
  "rotateFeed forbidden": byAdmin((id) => `POST /feeds/${id}/rotate`),
  "deleteFeed not_found": toNone((id) => `DELETE /feeds/${id}`),
  ...asStranger("not_found"),
  ...asStranger("not_implemented"),
  "listMcpServers validation_failed": ({ send }) => send("GET /v0.1/servers?limit=0"),
  "listMcpServersInFeed validation_failed": ({ send }) => send("GET /c/none/v0.1/servers?limit=x"),
};
