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
import { runSql } from "../../platform/relational/index.js";

describe.each(largestSize)("signing in ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const set = (key: string, value: boolean): Promise<unknown> =>
    send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } });
  const login = (email: string, password = PASSWORD): ReturnType<Send> =>
    send("POST /auth/login", { body: { email, password } });

  test("works by email in any spelling, by username, and at /auth/token with less to show", async () => {
    const { user } = await people.join();
    for (const name of [user.email, ` ${user.email.toUpperCase()} `, user.username]) {
      const answer = await login(name);
      expect([answer.statusCode, answer.json().user]).toEqual([200, user]);
      const who = await send("GET /auth/whoami", { token: answer.json().access_token });
      expect(who.json()).toEqual(user);
    }
    const pair = await send("POST /auth/token", { body: { email: user.email, password: PASSWORD } });
    expect(Object.keys(pair.json()).toSorted()).toEqual(["access_token", "expires_in", "refresh_token", "token_type"]);
  });

  test("is over with a deactivation at the same moment, also once the account is active again", async () => {
    const { user, token } = await people.join();
    const made = await send("POST /keys", { token, body: { name: "ci" } });
    // Its hash takes longer to check than the deactivation does.
    const change = { current_password: PASSWORD, new_password: "Other-Horse-8" };
    expect((await send("PUT /auth/profile/password", { token, body: change })).statusCode).toBe(200);
    const activate = (active: boolean): ReturnType<Send> =>
      send(`PUT /admin/users/${user.id}/active`, { token: people.admin.token, body: { active } });
    for (const body of [{ email: user.email, password: "Other-Horse-8" }, { api_key: made.json().key }]) {
      const [signedIn] = await Promise.all([send("POST /auth/login", { body }), activate(false)]);
      expect([200, 403]).toContain(signedIn.statusCode);
      expect((await activate(true)).statusCode).toBe(200);
      const { access_token: late = "none" } = signedIn.json();
      expect((await send("GET /auth/whoami", { token: late })).statusCode).toBe(401);
    }
  });

  test("says the same of a wrong password, an unknown account, and one without a password", async () => {
    const { user } = await people.join();
    const sso = await people.join();
    await runSql(
      server.platform.relational,
      "UPDATE user_account SET password_hash = NULL, auth_provider = 'oidc', sso_subject_id = $1 WHERE id = $1::uuid",
      [sso.user.id],
    );
    const answers = [
      await login(user.email, "Wrong-Horse-7"),
      await login("nobody@example.com"),
      await login(sso.user.email),
    ];
    const shown = answers.map((answer) => {
      const { request_id: _id, ...rest } = answer.json();
      return rest;
    });
    expect(shown[0]).toMatchObject({ status: 401, code: "invalid_credentials" });
    expect(shown).toEqual([shown[0], shown[0], shown[0]]);
  });

  test("tells only a right secret that the account is deactivated", async () => {
    const { user, token } = await people.join();
    await send(`PUT /admin/users/${user.id}/active`, { token: people.admin.token, body: { active: false } });
    expect(verdict(await login(user.email))).toEqual([403, "account_deactivated"]);
    expect(verdict(await login(user.email, "Wrong-Horse-7"))).toEqual([401, "invalid_credentials"]);
    expect(verdict(await send("GET /auth/whoami", { token }))[0]).toBe(401);
  });

  test("by self-registration is possible only where it is switched on", async () => {
    const body = { email: "Grace@Example.com", name: " Grace ", password: PASSWORD };
    expect(verdict(await send("POST /auth/register", { body }))).toEqual([403, "registration_disabled"]);
    await set("auth.self_registration_enabled", true);
    const joined = await send("POST /auth/register", { body: { ...body, role: "admin" } });
    expect(joined.statusCode).toBe(201);
    expect(joined.json().user).toMatchObject({
      email: "grace@example.com",
      name: "Grace",
      username: "grace",
      role: "user",
    });
    expect((await send("GET /auth/whoami", { token: joined.json().access_token })).statusCode).toBe(200);

    expect(verdict(await send("POST /auth/register", { body }))).toEqual([409, "conflict"]);
    const taken = { ...body, email: "other@example.com", username: "grace" };
    expect(verdict(await send("POST /auth/register", { body: taken }))).toEqual([409, "name_taken"]);
    const alike = await send("POST /auth/register", { body: { ...body, email: "grace@elsewhere.example" } });
    expect(alike.json().user.username).toMatch(/^grace-[0-9a-f]{4}$/);
    const weak = await send("POST /auth/register", {
      body: { ...body, email: "w@example.com", password: "short", username: "Root" },
    });
    expect(weak.json().errors.map(({ path }: { path: string }) => path)).toEqual(["body.password", "body.username"]);
    await set("auth.self_registration_enabled", false);
  });

  test("with a password of one's own, which can be changed: other sign-ins end, this one goes on", async () => {
    const { user, token } = await people.join();
    const other = (await login(user.email)).json();
    const change = (current_password: string, new_password: string): ReturnType<Send> =>
      send("PUT /auth/profile/password", { token, body: { current_password, new_password } });
    expect(verdict(await change("Wrong-Horse-7", "Another-Horse-8"))).toEqual([400, "invalid_state"]);
    expect(verdict(await change(PASSWORD, "short"))).toEqual([422, "validation_failed"]);
    expect(verdict(await change(PASSWORD, PASSWORD))).toEqual([400, "invalid_state"]);
    expect((await change(PASSWORD, "Another-Horse-8")).json()).toEqual({ message: expect.stringContaining("changed") });
    expect((await send("GET /auth/whoami", { token })).statusCode).toBe(200);
    expect((await send("GET /auth/whoami", { token: other.access_token })).statusCode).toBe(401);
    expect((await login(user.email)).statusCode).toBe(401);
    expect((await login(user.email, "Another-Horse-8")).statusCode).toBe(200);
  });

  test("after an admin's reset leads to a change of the password and nowhere else", async () => {
    const { user, token } = await people.join();
    const { key } = (await send("POST /keys", { token, body: { name: "ci" } })).json();
    const reset = await send(`PUT /admin/users/${user.id}/password`, {
      token: people.admin.token,
      body: { generate: true },
    });
    const { generated_password: given } = reset.json();
    expect((await send("GET /auth/whoami", { token })).statusCode).toBe(401);

    const signedIn = (await login(user.email, given)).json();
    expect(signedIn.must_change_password).toBe(true);
    const now = { token: signedIn.access_token };
    expect(verdict(await send("GET /keys", now))).toEqual([403, "password_change_required"]);
    expect((await send("GET /auth/whoami", now)).statusCode).toBe(200);
    expect((await send("GET /keys", { key })).statusCode).toBe(200);
    const refreshed = await send("POST /auth/token/refresh", { body: { refresh_token: signedIn.refresh_token } });
    expect(refreshed.statusCode).toBe(200);

    const body = { current_password: given, new_password: "My-Own-Horse-9" };
    expect((await send("PUT /auth/profile/password", { ...now, body })).statusCode).toBe(200);
    expect((await send("GET /keys", now)).statusCode).toBe(200);
    expect((await login(user.email, "My-Own-Horse-9")).json().must_change_password).toBe(false);
  });

  test("shows a name of one's own, which nobody else can take", async () => {
    const ada = await people.join();
    const bob = await people.join();
    const rename = (person: Person, username: string): ReturnType<Send> =>
      send("PUT /auth/profile/username", { token: person.token, body: { username } });
    expect((await rename(ada, "countess")).json()).toMatchObject({ id: ada.user.id, username: "countess" });
    expect((await rename(ada, "countess")).statusCode).toBe(200);
    expect(verdict(await rename(bob, "countess"))).toEqual([409, "name_taken"]);
    expect(verdict(await rename(bob, "admin"))).toEqual([422, "validation_failed"]);
    const race = await Promise.all([rename(ada, "racer"), rename(bob, "racer")]);
    expect(race.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
