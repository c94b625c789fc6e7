import { DEVICE_GRANT, type Setting } from "@tackroom/contract";
import { liveWithAlerts } from "./alerts-life.js";
import { liveWithFeeds } from "./feed-life.js";
import { liveWithGitSync } from "./git-sync-life.js";
import { PASSWORD, type People, type Person, type Send } from "./people.js";
import type { TestServer } from "./server.js";

interface Life {
  readonly server: TestServer;
  readonly send: Send;
  readonly people: People & { readonly admin: Person };
}

/** Uses every kind of secret that there is, rightly and wrongly, and gives them all: none may be found afterwards. */
export async function liveWithSecrets(life: Life): Promise<Record<string, string>> {
  const ada = await life.people.join("reviewer");
  return {
    password: PASSWORD,
    token: ada.token,
    refreshToken: ada.refreshToken,
    ...(await keys(life, ada)),
    ...(await reset(life, ada)),
    ...(await devices(life, life.people.admin)),
    ...(await madeByAdmins(life)),
    ...(await wrongOnes(life, ada)),
    ...(await webhooks(life)),
    ...(await feeds(life)),
  };
}

async function webhooks({ server, send, people }: Life): Promise<Record<string, string>> {
  const owner = await people.join();
  const [webhookSecret = "", rotatedWebhookSecret = ""] = await liveWithGitSync({ server, send, owner });
  return { webhookSecret, rotatedWebhookSecret, ...(await liveWithAlerts({ send, owner })) };
}

/** Also used, revoked, and mistyped: the address of a request is in logs and records. */
async function feeds({ send, people, server }: Life): Promise<Record<string, string>> {
  const [feedSecret = "", rotatedFeedSecret = ""] = await liveWithFeeds({ send, owner: await people.join() });
  const mistypedFeedSecret = `Q${feedSecret.slice(1)}`;
  for (const secret of [feedSecret, rotatedFeedSecret, mistypedFeedSecret]) {
    for (const url of ["v0.1/servers", "v0.1/nothing", "nothing", ".well-known/opencode"]) {
      await server.app.inject({ url: `/c/${secret}/${url}` });
      await server.app.inject({ url: `http://localhost:8000/%63/${secret}/${url}?x=1` });
      await server.app.inject({ method: "POST", url: `//c//${secret}/${url}`, payload: {} });
    }
  }
  return { feedSecret, rotatedFeedSecret, mistypedFeedSecret };
}

async function keys({ send }: Life, { token, user, refreshToken }: Person): Promise<Record<string, string>> {
  const made = (await send("POST /keys", { token, body: { name: "one" } })).json();
  const rotated = (await send(`POST /keys/${made.id}/rotate`, { token, body: {} })).json();
  const byKey = (await send("POST /auth/login", { body: { api_key: rotated.new_key } })).json();
  const pair = (await send("POST /auth/token", { body: { email: user.email, password: PASSWORD } })).json();
  const refreshed = (await send("POST /auth/token/refresh", { body: { refresh_token: refreshToken } })).json();
  const hooks = (await send("POST /auth/hooks-token", { token })).json();
  await send("POST /auth/token/revoke", { body: { api_key: rotated.new_key } });
  await send("POST /auth/token/revoke", { body: { refresh_token: pair.refresh_token } });
  return {
    key: made.key,
    rotatedKey: rotated.new_key,
    tokenByKey: byKey.access_token,
    tokenOfPair: pair.access_token,
    revokedRefreshToken: pair.refresh_token,
    nextRefreshToken: refreshed.refresh_token,
    hooksToken: hooks.access_token,
  };
}

async function reset({ server, send }: Life, { user }: Person): Promise<Record<string, string>> {
  await send("POST /auth/request-reset", { body: { email: user.email } });
  const console = server.lines.map((line) => JSON.stringify(line)).join("\n");
  const resetCode = new RegExp(`code for ${user.email}: (\\w{6}) `).exec(console)?.[1] ?? "";
  const wrong = { email: user.email, code: "WRONG1", new_password: "Never-Horse-8" };
  await send("POST /auth/reset-password", { body: wrong });
  const newPassword = "Reset-Horse-8";
  const done = await send("POST /auth/reset-password", {
    body: { email: user.email, code: resetCode, new_password: newPassword },
  });
  const changed = "Changed-Horse-8";
  const body = { current_password: newPassword, new_password: changed };
  await send("PUT /auth/profile/password", { token: done.json().access_token, body });
  return { resetCode, newPassword, changed, neverSet: wrong.new_password, tokenAfterReset: done.json().access_token };
}

async function devices({ send }: Life, { token }: Person): Promise<Record<string, string>> {
  const { device_code, user_code } = (await send("POST /auth/device/authorize", { body: {} })).json();
  const poll = { body: { device_code, grant_type: DEVICE_GRANT } };
  await send("POST /auth/device/token", poll);
  await send("POST /auth/device/confirm", { token, body: { user_code } });
  const done = (await send("POST /auth/device/token", poll)).json();
  await send("POST /auth/device/token", poll);
  return { deviceCode: device_code, userCode: user_code, deviceToken: done.access_token };
}

async function madeByAdmins({ send, people: { admin } }: Life): Promise<Record<string, string>> {
  const { token } = admin;
  const body = { email: "kim@example.com", name: "Kim" };
  const made = (await send("POST /admin/users", { token, body })).json();
  const set = await send(`PUT /admin/users/${made.id}/password`, { token, body: { generate: true } });
  const settings: Setting[] = (await send("GET /admin/settings", { token })).json();
  const sealed = "S3aled-Setting-Value";
  for (const { key } of settings.filter(({ is_sensitive }) => is_sensitive)) {
    await send(`PUT /admin/settings/${key}`, { token, body: { value: sealed } });
  }
  return { generated: made.password, generatedAgain: set.json().generated_password, sealed };
}

/** A secret that does not fit here is somebody's all the same: mistyped, or of another server. */
async function wrongOnes({ send }: Life, { user }: Person): Promise<Record<string, string>> {
  const wrongPassword = "Mistyped-Horse-8";
  const foreignKey = `tack_live_${"Z".repeat(43)}`;
  await send("POST /auth/login", { body: { email: user.email, password: wrongPassword } });
  await send("POST /auth/login", { body: { api_key: foreignKey } });
  await send("GET /admin/users", { key: foreignKey });
  await send("GET /admin/users", { token: foreignKey });
  await send("POST /auth/token/revoke", { body: { api_key: foreignKey } });
  return { wrongPassword, foreignKey };
}
