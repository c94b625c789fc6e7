import { randomUUID } from "node:crypto";
import { DEVICE_GRANT, type Tokens } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSend,
  invitePeople,
  PASSWORD,
  verdict,
  type People,
  type Person,
  type Send,
} from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

const OWN = "Own-Horse-11";

describe.each(largestSize)("a password that an admin has set ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const signIn = async (email: string, password: string): Promise<Tokens> =>
    (await send("POST /auth/login", { body: { email, password } })).json();
  const change = (token: string, current_password: string, new_password: string): ReturnType<Send> =>
    send("PUT /auth/profile/password", { token, body: { current_password, new_password } });
  const record = async ({ token }: Person): Promise<string> => {
    const session_id = randomUUID();
    const body = { session_id, harness: "claude-code", lines: ['{"type":"user"}'], start_line: 0, start_offset: 0 };
    expect((await send("POST /ingest/session", { token, body })).statusCode).toBe(200);
    return session_id;
  };
  const linesOf = (session: string, by: { token?: string; key?: string }): ReturnType<Send> =>
    send(`GET /sessions/${session}/lines`, by);
  const auditOf = async (email: string): Promise<{ action: string; detail: string | null }[]> =>
    (await send(`GET /admin/audit-log?limit=500`, people.admin))
      .json<{ action: string; detail: string | null; resource_name: string }[]>()
      .filter(({ resource_name }) => resource_name === email);

  const reset = async ({ user }: Person): Promise<string> =>
    (await send(`PUT /admin/users/${user.id}/password`, { token: people.admin.token, body: { generate: true } })).json()
      .generated_password as string;

  test("is named in the records of the sign-in and of the change that follow", async () => {
    const ada = await people.join();
    const { email } = ada.user;
    const temporary = await reset(ada);
    const { access_token: token } = await signIn(email, temporary);
    await send("POST /auth/token", { body: { email, password: temporary } });
    await change(token, temporary, OWN);
    await signIn(email, OWN);
    const by = `root@example.com (${people.admin.user.id})`;
    const details = (await auditOf(email)).map(({ action, detail }) => [action, JSON.parse(detail ?? "null")]);
    const signedIn = { signed_in_with: "password" };
    expect(details.slice(0, 5)).toEqual([
      ["auth.login", signedIn],
      [
        "auth.change_password",
        { password: "changed by its owner", other_sign_ins: "ended", replaces_password_set_by: by },
      ],
      ["auth.token", { ...signedIn, password_set_by: by }],
      ["auth.login", { ...signedIn, password_set_by: by }],
      ["user.set_password", { password: "reset", user: email, generated: true }],
    ]);
  });

  test("keeps raw lines closed to the sign-in that began with it, and to all that is made in it", async () => {
    const ada = await people.join();
    const session = await record(ada);
    expect((await linesOf(session, ada)).statusCode).toBe(200);
    const temporary = await reset(ada);
    const begun = await signIn(ada.user.email, temporary);
    const token = begun.access_token;
    expect(verdict(await linesOf(session, { token }))).toEqual([403, "password_change_required"]);
    // Whoever was given the password can also change it: that alone does not show that it is the account's owner.
    expect((await change(token, temporary, OWN)).statusCode).toBe(200);
    expect(verdict(await linesOf(session, { token }))).toEqual([403, "forbidden"]);
    expect((await linesOf(session, { token })).json().detail).toContain("Sign in again");

    const refreshed = (
      await send("POST /auth/token/refresh", { body: { refresh_token: begun.refresh_token } })
    ).json<Tokens>();
    const { key } = (await send("POST /keys", { token, body: { name: "made in it" } })).json<{ key: string }>();
    const child = (await send("POST /keys", { key, body: { name: "made with that" } })).json<{ key: string }>();
    const byKey = (await send("POST /auth/login", { body: { api_key: key } })).json<Tokens>();
    const { device_code, user_code } = (await send("POST /auth/device/authorize")).json();
    expect((await send("POST /auth/device/confirm", { token, body: { user_code } })).statusCode).toBe(200);
    const device = (
      await send("POST /auth/device/token", { body: { device_code, grant_type: DEVICE_GRANT } })
    ).json<Tokens>();
    const all = [
      { token: refreshed.access_token },
      { key },
      { key: child.key },
      { token: byKey.access_token },
      { token: device.access_token },
    ];
    for (const by of all) {
      expect((await send("GET /sessions", by)).statusCode).toBe(200);
      expect(verdict(await linesOf(session, by))).toEqual([403, "forbidden"]);
      expect(verdict(await send(`GET /sessions/${session}/lines?superseded=true`, by))).toEqual([403, "forbidden"]);
    }
    const own = await signIn(ada.user.email, OWN);
    expect((await linesOf(session, { token: own.access_token })).statusCode).toBe(200);
  });

  test("does not close them to keys from before", async () => {
    const ada = await people.join();
    const session = await record(ada);
    const { key } = (await send("POST /keys", { token: ada.token, body: { name: "before" } })).json<{ key: string }>();
    await reset(ada);
    expect((await linesOf(session, { key })).statusCode).toBe(200);
  });

  test("is named too when the account was created with it, which its owner may keep", async () => {
    const email = `${randomUUID()}@example.com`;
    const body = { email, name: "New", password: PASSWORD };
    await send("POST /admin/users", { token: people.admin.token, body });
    const { access_token: token } = await signIn(email, PASSWORD);
    const [signedIn] = await auditOf(email);
    expect(signedIn).toMatchObject({ action: "auth.login", detail: expect.stringContaining("root@example.com") });
    const person = { user: { email }, token } as Person;
    expect((await linesOf(await record(person), { token })).statusCode).toBe(200);
  });

  test("ends what a device was about to get", async () => {
    const ada = await people.join();
    const { device_code, user_code } = (await send("POST /auth/device/authorize")).json();
    await send("POST /auth/device/confirm", { token: ada.token, body: { user_code } });
    await reset(ada);
    const poll = { body: { device_code, grant_type: DEVICE_GRANT } };
    expect((await send("POST /auth/device/token", poll)).json()).toMatchObject({ status: 400, error: "access_denied" });
  });
});
