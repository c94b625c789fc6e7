import { DEVICE_GRANT } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

describe.each(largestSize)("the device flow ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on, env: { FRONTEND_URL: "https://tack.example.com" } });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const start = async (): Promise<{ device_code: string; user_code: string }> =>
    (await send("POST /auth/device/authorize")).json();
  const poll = (device_code: string, grant_type = DEVICE_GRANT): ReturnType<Send> =>
    send("POST /auth/device/token", { body: { device_code, grant_type } });
  const confirm = (user_code: string, { token } = ada): ReturnType<Send> =>
    send("POST /auth/device/confirm", { token, body: { user_code } });

  test("signs a command line in as whoever confirmed it, once", async () => {
    const started = await send("POST /auth/device/authorize", { body: { client_id: "tack" } });
    const { device_code, user_code, ...rest } = started.json();
    expect(user_code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ2-9]{4}-[BCDFGHJKMNPQRSTVWXZ2-9]{4}$/);
    expect(rest).toEqual({
      verification_uri: "https://tack.example.com/device",
      verification_uri_complete: `https://tack.example.com/device?code=${user_code}`,
      expires_in: 600,
      interval: 7,
    });
    const pending = await poll(device_code);
    expect(pending.json()).toMatchObject({
      status: 428,
      code: "authorization_pending",
      error: "authorization_pending",
    });
    expect((await confirm(user_code.toLowerCase().replace("-", ""))).statusCode).toBe(200);
    const done = await poll(device_code);
    expect(done.json()).toMatchObject({ user: { id: ada.user.id }, refresh_token: expect.any(String) });
    expect((await send("GET /auth/whoami", { token: done.json().access_token })).statusCode).toBe(200);
    expect((await poll(device_code)).json()).toMatchObject({ status: 400, error: "expired_token" });
  });

  test("gives its tokens to one of two who poll at the same moment", async () => {
    const { device_code, user_code } = await start();
    await confirm(user_code);
    const answers = await Promise.all([poll(device_code), poll(device_code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("is confirmed once, by someone who is signed in, with a code that is known", async () => {
    const { user_code } = await start();
    expect(verdict(await send("POST /auth/device/confirm", { body: { user_code } }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await confirm("BCDF-2345"))).toEqual([404, "not_found"]);
    expect((await confirm(user_code)).statusCode).toBe(200);
    expect(verdict(await confirm(user_code, people.admin))).toEqual([400, "invalid_state"]);
  });

  test("says why it does not go on: another grant, an unknown or expired code, a deactivated account", async () => {
    const { device_code, user_code } = await start();
    expect((await poll(device_code, "password")).json()).toMatchObject({ status: 400, error: "invalid_grant_type" });
    expect((await poll("unknown")).json()).toMatchObject({ status: 400, error: "expired_token" });
    const bob = await people.join();
    await confirm(user_code, bob);
    await send(`PUT /admin/users/${bob.user.id}/active`, { token: people.admin.token, body: { active: false } });
    expect((await poll(device_code)).json()).toMatchObject({ status: 400, error: "access_denied" });

    const late = await start();
    await runSql(
      server.platform.relational,
      "UPDATE device_authorization SET expires_at = now() WHERE user_code = $1",
      [late.user_code],
    );
    expect(verdict(await confirm(late.user_code))).toEqual([404, "not_found"]);
    expect((await poll(late.device_code)).json()).toMatchObject({ status: 400, error: "expired_token" });
  });
});
