import type { JWTPayload } from "jose";
import { DEVICE_GRANT, type Tokens } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, verdict, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startForgingProvider, type ForgingProvider } from "../../../test/sso/forging-provider.js";
import { codeOf } from "../../../test/sso/sign-in.js";
import { CLIENT } from "../../../test/sso/openid-provider.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";

describe("an OpenID Connect provider that ends sign-ins", () => {
  let provider: ForgingProvider;
  let server: TestServer;
  let send: Send;
  beforeAll(async () => {
    provider = await startForgingProvider(CLIENT.clientId);
    server = await startTestServer({
      env: envOf({ oidc: provider }),
    });
    send = createSend(server);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  /** As far as the code that the web app is about to exchange. */
  const comeBack = async (sid: string, sub = "mallory") => {
    provider.forge({ claims: (honest) => ({ ...honest, sid, sub, email: `${sub}@example.com` }) });
    const browser = createUserAgent(server);
    const started = await browser.open("/api/v1/auth/oauth/login");
    const brought = new URLSearchParams(provider.approve(String(started.headers.location)));
    const code = codeOf(await browser.open(`/api/v1/auth/oauth/callback?${brought.toString()}`));
    return () => browser.post("/api/v1/auth/exchange", { code });
  };
  const signIn = async (sid: string, sub?: string): Promise<string> =>
    (await (await comeBack(sid, sub))()).json<Tokens>().access_token;
  const isSignedIn = async (token: string): Promise<boolean> =>
    (await send("GET /auth/whoami", { token })).statusCode === 200;
  const tell = (logout_token: string) =>
    send("POST /auth/oauth/backchannel-logout", {
      body: new URLSearchParams({ logout_token }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const claims = (more: JWTPayload): JWTPayload => provider.logoutClaims(more);

  test("ends the one session that it names", async () => {
    const [one, other] = [await signIn("s1"), await signIn("s2")];
    expect((await tell(await provider.sign(claims({ sid: "s1" })))).statusCode).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
  });

  test("ends everything of the person that it names, and of nobody else", async () => {
    const [first, second, someoneElse] = [await signIn("s3"), await signIn("s4"), await signIn("s5", "ada")];
    expect((await tell(await provider.sign(claims({ sub: "mallory" })))).statusCode).toBe(204);
    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(someoneElse)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("ends what is about to begin: codes that are not exchanged, devices that are confirmed, and hooks", async () => {
    const inSession = await comeBack("s7");
    await tell(await provider.sign(claims({ sid: "s7" })));
    expect(verdict(await inSession())).toEqual([400, "invalid_code"]);

    const token = await signIn("s8");
    const anotherSession = await comeBack("s9");
    const { user_code, device_code } = (await send("POST /auth/device/authorize")).json();
    await send("POST /auth/device/confirm", { token, body: { user_code } });
    const hooks = (await send("POST /auth/hooks-token", { token })).json<{ access_token: string }>().access_token;
    const useHook = () =>
      send("POST /telemetry/hooks", { token: hooks, body: { session_id: "s", hook_event_name: "Stop" } });
    expect((await useHook()).statusCode).toBeLessThan(300);
    await tell(await provider.sign(claims({ sub: "mallory" })));
    expect(verdict(await anotherSession())).toEqual([400, "invalid_code"]);
    const poll = await send("POST /auth/device/token", { body: { device_code, grant_type: DEVICE_GRANT } });
    expect(poll.json()).toMatchObject({ error: "access_denied" });
    expect((await useHook()).statusCode).toBe(401);
  });

  test.each<[string, JWTPayload, ("unknown" | undefined)?]>([
    ["signed by someone else", { sid: "s6" }, "unknown"],
    ["for another client", { sid: "s6", aud: "another" }],
    ["of another issuer", { sid: "s6", iss: "https://elsewhere.example.com" }],
    ["an ID token", { sid: "s6", nonce: "n" }],
    ["without the event", { sid: "s6", events: {} }],
    ["about nobody", {}],
    ["old", { sid: "s6", iat: 1_700_000_000 }],
  ])("is not heard when its token is %s", async (_what, more, key) => {
    const token = await signIn("s6");
    const answer = await tell(await provider.sign(claims(more), key === undefined ? {} : { key }));
    expect(verdict(answer)).toEqual([400, "invalid_code"]);
    expect(await isSignedIn(token)).toBe(true);
  });

  test("speaks in forms", async () => {
    const answer = await send("POST /auth/oauth/backchannel-logout", { body: { logout_token: "x" } });
    expect(verdict(answer)).toEqual([415, "unsupported_media_type"]);
    const twice = await send("POST /auth/oauth/backchannel-logout", {
      body: "logout_token=a&logout_token=b",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(verdict(twice)).toEqual([400, "malformed_request"]);
  });
});
