import { randomUUID } from "node:crypto";
import { DEVICE_GRANT } from "@tackroom/contract";
import { runSql } from "../../src/platform/relational/index.js";
import { PASSWORD } from "../people.js";
import { deactivate, switchedOn, type Scenario, type Stage } from "./scenario.js";

const FOREIGN_PAGE = { "x-tackroom-client": "web", origin: "https://evil.example" };
const UNKNOWN_KEY = `tack_live_${"A".repeat(43)}`;

const signIn =
  (line: "POST /auth/login" | "POST /auth/token", body: (stage: Stage) => object): Scenario =>
  (stage) =>
    stage.send(line, { body: body(stage) });
const deactivated = ({ gone: { user } }: Stage): object => ({ email: user.email, password: PASSWORD });
const wrong = (): object => ({ email: "nobody@example.com", password: PASSWORD });

const registering = (more: (stage: Stage) => object): Scenario =>
  switchedOn("auth.self_registration_enabled", (stage) =>
    stage.send("POST /auth/register", {
      body: { email: `${randomUUID()}@example.com`, name: "New", password: PASSWORD, ...more(stage) },
    }),
  );
const newcomer = { email: "new@example.com", name: "New", password: PASSWORD };

const poll = ({ send }: Stage, device_code: string, grant_type = DEVICE_GRANT): ReturnType<Stage["send"]> =>
  send("POST /auth/device/token", { body: { device_code, grant_type } });

async function resetAfterDeactivation(stage: Stage): ReturnType<Stage["send"]> {
  const { send, server, people } = stage;
  const person = await people.join();
  const { email } = person.user;
  await send("POST /auth/request-reset", { body: { email } });
  const console = server.lines.map((line) => JSON.stringify(line)).join("\n");
  const code = new RegExp(`code for ${email}: (\\w{6}) `).exec(console)?.[1];
  await deactivate(stage, person);
  return send("POST /auth/reset-password", { body: { email, code, new_password: "Other-Horse-8" } });
}

async function keyOf({ send }: Stage, token: string): Promise<string> {
  return (await send("POST /keys", { token, body: { name: randomUUID() } })).json().id as string;
}

const withFiftyKeys =
  (change: (stage: Stage, token: string, keyId: string) => ReturnType<Stage["send"]>): Scenario =>
  async (stage) => {
    const { token } = await stage.people.join();
    const id = await keyOf(stage, token);
    for (let made = 1; made < 50; made++) await keyOf(stage, token);
    return change(stage, token, id);
  };

const bootstrapping: Scenario = ({ send, server }) =>
  send("POST /auth/bootstrap", { body: { token: server.platform.config.bootstrapToken?.reveal() } });

/** Each made with the one before, until the chain is too long. */
async function chainOfKeys({ send, people }: Stage): ReturnType<Stage["send"]> {
  const { token } = await people.join();
  let made = await send("POST /keys", { token, body: { name: "first" } });
  for (let n = 0; n < 10 && made.statusCode === 201; n++) {
    made = await send("POST /keys", { key: made.json().key as string, body: { name: String(n) } });
  }
  return made;
}

export const AUTH_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "bootstrap not_loopback": ({ send }) => send("POST /auth/bootstrap", { body: {}, ip: "192.0.2.7" }),
  "bootstrap bootstrap_token_required": ({ send }) => send("POST /auth/bootstrap", { body: {} }),
  "bootstrap already_initialized": bootstrapping,
  "bootstrap unsupported_media_type": ({ send }) => send("POST /auth/bootstrap"),

  "register registration_disabled": ({ send }) => send("POST /auth/register", { body: newcomer }),
  "register conflict": registering(({ user: { user } }) => ({ email: user.email })),
  "register name_taken": registering(({ user: { user } }) => ({ username: user.username })),

  "login invalid_credentials": signIn("POST /auth/login", wrong),
  "login account_deactivated": signIn("POST /auth/login", deactivated),
  "createToken invalid_credentials": signIn("POST /auth/token", wrong),
  "createToken account_deactivated": signIn("POST /auth/token", deactivated),
  "getWhoami account_deactivated": ({ send, gone }) => send("GET /auth/whoami", { key: gone.key }),

  "refreshToken unauthenticated": ({ send }) => send("POST /auth/token/refresh", { body: { refresh_token: "x" } }),
  "refreshToken account_deactivated": ({ send, gone }) =>
    send("POST /auth/token/refresh", { body: { refresh_token: gone.refreshToken } }),
  "refreshToken forbidden": ({ send }) => send("POST /auth/token/refresh", { body: {}, headers: FOREIGN_PAGE }),
  "revokeToken unauthenticated": ({ send }) => send("POST /auth/token/revoke", { body: { key_id: randomUUID() } }),
  "revokeToken forbidden": async (stage) => {
    const key_id = await keyOf(stage, stage.boss.token);
    return stage.send("POST /auth/token/revoke", { token: stage.admin.token, body: { key_id } });
  },
  "revokeToken not_found": ({ send }) => send("POST /auth/token/revoke", { body: { api_key: UNKNOWN_KEY } }),
  "logout forbidden": ({ send, user }) =>
    send("POST /auth/logout", { token: user.token, body: {}, headers: FOREIGN_PAGE }),

  "changePassword invalid_state": ({ send, user: { token } }) =>
    send("PUT /auth/profile/password", { token, body: { current_password: "x", new_password: "Other-Horse-8" } }),
  "changeUsername name_taken": ({ send, user, boss }) =>
    send("PUT /auth/profile/username", { token: user.token, body: { username: boss.user.username } }),
  "changeUsername conflict": async ({ send, server, people }) => {
    const { token, user } = await people.join();
    const publish = "UPDATE namespace SET is_used = true WHERE name = $1";
    await runSql(server.platform.relational, publish, [user.username]);
    return send("PUT /auth/profile/username", { token, body: { username: `other-${user.username}` } });
  },
  "resetPassword invalid_code": ({ send, user: { user } }) =>
    send("POST /auth/reset-password", { body: { email: user.email, code: "AAAAAA", new_password: "Other-Horse-8" } }),
  "resetPassword validation_failed": ({ send }) =>
    send("POST /auth/reset-password", { body: { new_password: "Other-Horse-8" } }),
  "resetPassword account_deactivated": resetAfterDeactivation,

  "pollDevice authorization_pending": async (stage) =>
    poll(stage, (await stage.send("POST /auth/device/authorize", { body: {} })).json().device_code as string),
  "pollDevice invalid_code": (stage) => poll(stage, "unknown"),
  "pollDevice invalid_state": (stage) => poll(stage, "unknown", "password"),
  "confirmDevice forbidden": async ({ send, user: { token } }) => {
    const { key } = (await send("POST /keys", { token, body: { name: randomUUID() } })).json<{ key: string }>();
    return send("POST /auth/device/confirm", { key, body: { user_code: "BCDF-2345" } });
  },
  "confirmDevice not_found": ({ send, user: { token } }) =>
    send("POST /auth/device/confirm", { token, body: { user_code: "BCDF-2345" } }),
  "confirmDevice invalid_state": async ({ send, user: { token } }) => {
    const { user_code } = (await send("POST /auth/device/authorize", { body: {} })).json();
    await send("POST /auth/device/confirm", { token, body: { user_code } });
    return send("POST /auth/device/confirm", { token, body: { user_code } });
  },

  "createKey key_limit_reached": withFiftyKeys(({ send }, token) =>
    send("POST /keys", { token, body: { name: "one more" } }),
  ),
  "createKey name_taken": async ({ send, user: { token } }) => {
    await send("POST /keys", { token, body: { name: "twice" } });
    return send("POST /keys", { token, body: { name: "twice" } });
  },
  "createKey invalid_state": chainOfKeys,
  "deleteKey not_found": ({ send, user: { token } }) => send(`DELETE /keys/${randomUUID()}`, { token }),
  "rotateKey not_found": ({ send, user: { token } }) => send(`POST /keys/${randomUUID()}/rotate`, { token, body: {} }),
  "rotateKey key_limit_reached": withFiftyKeys(({ send }, token, id) =>
    send(`POST /keys/${id}/rotate`, { token, body: {} }),
  ),
  "rotateKey invalid_state": async (stage) => {
    const { token } = stage.user;
    const id = await keyOf(stage, token);
    await stage.send(`DELETE /keys/${id}`, { token });
    return stage.send(`POST /keys/${id}/rotate`, { token, body: {} });
  },
};
