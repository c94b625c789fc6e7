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
import { runSql } from "../../platform/relational/index.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startOpenIdProvider, type OpenIdProvider } from "../../../test/sso/openid-provider.js";
import { codeOf, comeBack, signInWith } from "../../../test/sso/sign-in.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";

const CALLBACK = "http://localhost:8000/api/v1/auth/oauth/callback";

describe.each(largestSize)("sign-in with an OpenID Connect provider ($size)", (on) => {
  let provider: OpenIdProvider;
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    provider = await startOpenIdProvider(CALLBACK);
    server = await startTestServer({
      on,
      env: envOf({ oidc: provider }),
    });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  test("makes an account with the role user, and signs in", async () => {
    provider.say("ada", { email: "Ada@Example.com", email_verified: true, name: "Ada Lovelace" });
    const browser = createUserAgent(server);
    const started = await browser.open("/api/v1/auth/oauth/login?next=/registry");
    expect(started.statusCode).toBe(302);
    const address = new URL(String(started.headers.location));
    expect(address.searchParams.get("scope")).toBe("openid profile email");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: CALLBACK,
      code_challenge_method: "S256",
      nonce: expect.any(String),
    });
    const back = await browser.visitProvider(address.href, "ada");
    const finished = await browser.open(back.pathname + back.search);
    expect(finished.statusCode, finished.body).toBe(302);
    const login = new URL(String(finished.headers.location));
    expect([login.origin, login.pathname, login.searchParams.get("next")]).toEqual([
      "http://localhost:8000",
      "/login",
      "/registry",
    ]);
    const code = login.searchParams.get("code");
    const tokens = await browser.post("/api/v1/auth/exchange", { code });
    expect(tokens.json()).toMatchObject({
      user: { email: "ada@example.com", name: "Ada Lovelace", role: "user", auth_provider: "oidc", department: null },
    });
    expect(verdict(await browser.post("/api/v1/auth/exchange", { code }))).toEqual([400, "invalid_code"]);
    const listed = await send("GET /admin/users?search=ada", { token: people.admin.token });
    expect(listed.json()).toMatchObject([
      { sso_subject_id: "ada", last_sign_in_method: "oidc", last_sign_in_at: expect.any(String) },
    ]);
  });

  describe("joins an account of the same address", () => {
    const settings = async (key: string, value: boolean): Promise<void> => {
      await send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } });
    };

    test("when the provider has verified it and the account is a user's: what its password opened is over", async () => {
      const bob = await people.join();
      const { key } = (await send("POST /keys", { token: bob.token, body: { name: "old" } })).json<{ key: string }>();
      const hooks = (await send("POST /auth/hooks-token", { token: bob.token })).json<{ access_token: string }>();
      const event = { session_id: "s", hook_event_name: "Stop" };
      const useHook = () => send("POST /telemetry/hooks", { token: hooks.access_token, body: event });
      expect((await useHook()).statusCode).toBeLessThan(300);
      await send("POST /auth/request-reset", { body: { email: bob.user.email } });
      provider.say("bob", { email: bob.user.email, email_verified: true });
      // Issued in whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const { user, access_token } = await signInWith(createUserAgent(server), "oidc", "bob");
      expect(user).toMatchObject({ id: bob.user.id, auth_provider: "oidc", role: "user" });
      expect((await send("GET /auth/whoami", { token: access_token })).statusCode).toBe(200);
      expect((await send("GET /auth/whoami", { token: bob.token })).statusCode).toBe(401);
      expect((await send("GET /auth/whoami", { key })).statusCode).toBe(401);
      const refreshed = await send("POST /auth/token/refresh", { body: { refresh_token: bob.refreshToken } });
      expect(refreshed.statusCode).toBe(401);
      expect((await useHook()).statusCode).toBe(401);
      const console = server.lines.map((line) => JSON.stringify(line)).join("\n");
      const code = new RegExp(`code for ${bob.user.email}: (\\w{6}) `).exec(console)?.[1];
      const reset = { email: bob.user.email, code, new_password: "Another-Horse-8" };
      expect(verdict(await send("POST /auth/reset-password", { body: reset }))).toEqual([400, "invalid_code"]);
      const login = await send("POST /auth/login", { body: { email: bob.user.email, password: PASSWORD } });
      expect(verdict(login)).toEqual([401, "invalid_credentials"]);
      const body = { current_password: PASSWORD, new_password: "Another-Horse-8" };
      const change = await send("PUT /auth/profile/password", { token: access_token, body });
      expect(change.json()).toMatchObject({ status: 400, detail: expect.stringContaining("single sign-on") });
    });

    test("but not one that the provider has not verified, unless its addresses are authoritative", async () => {
      const carol = await people.join();
      provider.say("carol", { email: carol.user.email });
      expect(verdict(await comeBack(createUserAgent(server), "oidc", "carol"))).toEqual([403, "forbidden"]);
    });

    test("nor one that another provider, or another person there, vouches for", async () => {
      provider.say("dave", { email: "dave@example.com", email_verified: true });
      await signInWith(createUserAgent(server), "oidc", "dave");
      provider.say("dave-2", { email: "dave@example.com", email_verified: true });
      expect(verdict(await comeBack(createUserAgent(server), "oidc", "dave-2"))).toEqual([403, "forbidden"]);
    });

    test("nor one with a privileged role without an admin's consent, and a super admin's never", async () => {
      for (const [role, consented] of [
        ["reviewer", 302],
        ["admin", 302],
        ["super_admin", 403],
      ] as const) {
        const { user } = await people.join(role);
        provider.say(`a ${role}`, { email: user.email, email_verified: true });
        expect(verdict(await comeBack(createUserAgent(server), "oidc", `a ${role}`))).toEqual([403, "forbidden"]);
        await settings("auth.link_privileged_accounts", true);
        const joined = await comeBack(createUserAgent(server), "oidc", `a ${role}`);
        expect(joined.statusCode).toBe(consented);
        await settings("auth.link_privileged_accounts", false);
      }
    });

    test("nor one that is deactivated, whether it is joined already or not", async () => {
      const erin = await people.join();
      provider.say("erin", { email: erin.user.email, email_verified: true });
      const setActive = (active: boolean) =>
        send(`PUT /admin/users/${erin.user.id}/active`, { token: people.admin.token, body: { active } });
      await setActive(false);
      const refused = await comeBack(createUserAgent(server), "oidc", "erin");
      expect(verdict(refused)).toEqual([403, "account_deactivated"]);
      await setActive(true);
      const browser = createUserAgent(server);
      const code = codeOf(await comeBack(browser, "oidc", "erin"));
      await setActive(false);
      expect((await browser.post("/api/v1/auth/exchange", { code })).statusCode).toBeGreaterThanOrEqual(400);
      expect(verdict(await comeBack(browser, "oidc", "erin"))).toEqual([403, "account_deactivated"]);
    });
  });

  test("lets an address follow its owner, unless somebody else has it", async () => {
    provider.say("fay", { email: "fay@example.com", email_verified: true });
    const { user } = await signInWith(createUserAgent(server), "oidc", "fay");
    provider.say("fay", { email: "fay.new@example.com", email_verified: true });
    const renamed = await signInWith(createUserAgent(server), "oidc", "fay");
    expect(renamed.user).toMatchObject({ id: user.id, email: "fay.new@example.com" });
    const other = await people.join();
    provider.say("fay", { email: other.user.email, email_verified: true });
    expect((await signInWith(createUserAgent(server), "oidc", "fay")).user.email).toBe("fay.new@example.com");
  });

  test("gives the tokens to the browser that started, and to no other", async () => {
    provider.say("gus", { email: "gus@example.com", email_verified: true });
    const browser = createUserAgent(server);
    const code = codeOf(await comeBack(browser, "oidc", "gus"));
    const stranger = createUserAgent(server);
    await stranger.open("/api/v1/auth/oauth/login");
    for (const thief of [stranger, createUserAgent(server)]) {
      expect(verdict(await thief.post("/api/v1/auth/exchange", { code }))).toEqual([400, "invalid_code"]);
    }
    const forged = { cookie: "tack_flow=abc.def" };
    expect(verdict(await browser.post("/api/v1/auth/exchange", { code }, forged))).toEqual([400, "invalid_code"]);
    expect((await browser.post("/api/v1/auth/exchange", { code })).statusCode).toBe(200);
  });

  test("forgets a code after half a minute, and a sign-in that takes longer than an hour", async () => {
    provider.say("hal", { email: "hal@example.com", email_verified: true });
    const browser = createUserAgent(server);
    const late = codeOf(await comeBack(browser, "oidc", "hal"));
    const past = (table: string, seconds: number) =>
      runSql(server.platform.relational, `UPDATE ${table} SET expires_at = expires_at - make_interval(secs => $1)`, [
        seconds,
      ]);
    await past("sso_code", 29);
    const { rows } = await runSql(server.platform.relational, "SELECT expires_at > now() AS lives FROM sso_code", []);
    expect(rows).toContainEqual({ lives: true });
    await past("sso_code", 1);
    expect(verdict(await browser.post("/api/v1/auth/exchange", { code: late }))).toEqual([400, "invalid_code"]);

    const started = await browser.open("/api/v1/auth/oauth/login");
    const back = await browser.visitProvider(String(started.headers.location), "hal");
    await past("sso_flow", 3600);
    const answer = await browser.open(back.pathname + back.search, { accept: "application/json" });
    expect(verdict(answer)).toEqual([400, "invalid_code"]);
  });

  test("offers itself on the login page, to devices, and nothing else that is not configured", async () => {
    expect((await send("GET /config/public")).json()).toEqual({
      sso_enabled: true,
      provider_a_sso_enabled: false,
      provider_b_sso_enabled: false,
      saml_enabled: false,
      sso_only: false,
      self_registration_enabled: false,
    });
    const device = (await send("POST /auth/device/authorize", { body: { sso: true } })).json();
    const next = encodeURIComponent(`/device?code=${device.user_code}&sso=1`);
    const start = `http://localhost:8000/api/v1/auth/oauth/login?next=${next}`;
    expect(device).toMatchObject({ verification_uri: start, verification_uri_complete: start });
    const saml = await send("POST /auth/device/authorize", { body: { sso: true, provider: "saml" } });
    expect(saml.json()).toMatchObject({ verification_uri: "http://localhost:8000/device" });
    for (const path of ["/auth/oauth/provider_a/login", "/auth/oauth/provider_b/login", "/sso/saml/login"] as const) {
      expect(verdict(await send(`GET ${path}`))).toEqual([404, "sso_not_configured"]);
    }
  });

  describe("someone whom the provider no longer vouches for", () => {
    const refresh = (refresh_token: string | undefined) =>
      send("POST /auth/token/refresh", { body: { refresh_token } });
    const letTimePass = () =>
      runSql(server.platform.relational, "UPDATE provider_grant SET asked_at = now() - interval '1 hour'", []);

    test("is signed out everywhere at the next refresh, devices too", async () => {
      provider.say("ivy", { email: "ivy@example.com", email_verified: true });
      const ivy = await signInWith(createUserAgent(server), "oidc", "ivy");
      const device = (await send("POST /auth/device/authorize")).json();
      const { user_code, device_code } = device;
      await send("POST /auth/device/confirm", { token: ivy.access_token, body: { user_code } });
      const poll = { device_code, grant_type: DEVICE_GRANT };
      const onDevice = (await send("POST /auth/device/token", { body: poll })).json<Tokens>();

      await letTimePass();
      const renewed = await refresh(onDevice.refresh_token);
      expect(renewed.statusCode).toBe(200);
      provider.letGo("ivy");
      expect((await refresh(ivy.refresh_token)).statusCode, "asked a moment ago").toBe(200);
      await letTimePass();
      const refused = await refresh(renewed.json<Tokens>().refresh_token);
      expect(refused.json()).toMatchObject({ status: 401, detail: expect.stringContaining("no longer confirms") });
      for (const token of [ivy.access_token, onDevice.access_token]) {
        expect((await send("GET /auth/whoami", { token })).statusCode).toBe(401);
      }
    });

    test("stays signed in while the provider is merely down", async () => {
      const down = await startOpenIdProvider(CALLBACK);
      const another = await startTestServer({
        env: envOf({ oidc: down }),
      });
      down.say("joe", { email: "joe@example.com", email_verified: true });
      const joe = await signInWith(createUserAgent(another), "oidc", "joe");
      await down.close();
      await runSql(another.platform.relational, "UPDATE provider_grant SET asked_at = now() - interval '1 hour'", []);
      const body = { refresh_token: joe.refresh_token };
      expect((await createSend(another)("POST /auth/token/refresh", { body })).statusCode).toBe(200);
      const said = another.lines.filter(({ msg }) => String(msg).startsWith("an identity provider could not be asked"));
      expect(said).toEqual([expect.objectContaining({ msg: expect.stringContaining("refused the connection.") })]);
      expect(said[0], "an error may hold what the provider answered").not.toHaveProperty("err");
      await another.close();
    });
  });

  test("has its grants sealed, and forgotten with their owner", async () => {
    provider.say("kim", { email: "kim@example.com", email_verified: true });
    const { user } = await signInWith(createUserAgent(server), "oidc", "kim");
    const read = async () =>
      (await runSql(server.platform.relational, "SELECT sealed FROM provider_grant WHERE user_id = $1", [user.id]))
        .rows;
    const [row] = (await read()) as { sealed: Buffer }[];
    expect(row?.sealed.includes("refreshToken")).toBe(false);
    const sue = await people.join("super_admin");
    await send(`DELETE /admin/users/${user.id}`, { token: sue.token });
    expect(await read()).toEqual([]);
  });
});
