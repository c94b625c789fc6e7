import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verdict } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startForgingProvider, type Forgery, type ForgingProvider } from "../../../test/sso/forging-provider.js";
import { CLIENT } from "../../../test/sso/openid-provider.js";
import { createUserAgent, type UserAgent } from "../../../test/sso/user-agent.js";

const START = "/api/v1/auth/oauth/login";
const CALLBACK = "/api/v1/auth/oauth/callback";

describe("an OpenID Connect provider that lies", () => {
  let provider: ForgingProvider;
  let server: TestServer;
  beforeAll(async () => {
    provider = await startForgingProvider(CLIENT.clientId);
    server = await startTestServer({
      env: envOf({ oidc: provider }),
    });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const callback = (browser: UserAgent, brought: Record<string, string>) =>
    browser.open(`${CALLBACK}?${new URLSearchParams(brought).toString()}`, { accept: "application/json" });
  const signIn = async (forgery: Forgery = {}) => {
    provider.forge(forgery);
    const browser = createUserAgent(server);
    const started = await browser.open(START);
    return callback(browser, provider.approve(String(started.headers.location)));
  };
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

  test("is believed while it tells the truth", async () => {
    expect((await signIn()).statusCode).toBe(302);
  });

  test("may rotate its keys while someone signs in", async () => {
    expect((await signIn({ rotatesKey: true })).statusCode).toBe(302);
  });

  test.each<[string, Forgery]>([
    ["a token for another client", { claims: (honest) => ({ ...honest, aud: "another" }) }],
    ["a token of another issuer", { claims: (honest) => ({ ...honest, iss: "https://elsewhere.example.com" }) }],
    ["no nonce", { claims: ({ nonce: _nonce, ...honest }) => honest }],
    ["the nonce of another sign-in", { claims: (honest) => ({ ...honest, nonce: "another" }) }],
    ["a token that has expired", { claims: (honest) => ({ ...honest, exp: inSeconds(-600), iat: inSeconds(-900) }) }],
    ["a token of the future", { claims: (honest) => ({ ...honest, nbf: inSeconds(600) }) }],
    ["a token that was issued in the future", { claims: (honest) => ({ ...honest, iat: inSeconds(600) }) }],
    ["a token without an end", { claims: ({ exp: _exp, ...honest }) => honest }],
    ["a token that nobody we know has signed", { unknownKey: true }],
    ["no ID token at all", { noIdToken: true }],
    ["an error instead of tokens", { tokenStatus: 500 }],
  ])("is not believed with %s", async (_what, forgery) => {
    const answer = await signIn(forgery);
    expect(verdict(answer)).toEqual([400, "invalid_code"]);
    expect(answer.json().detail).toMatch(/^The sign-in could not be verified: .+ Sign in again\.$/);
  });

  test.each<[string, Forgery, string]>([
    ["an empty email", { claims: (honest) => ({ ...honest, email: "" }) }, "invalid_state"],
    ["an unverified email", { claims: (honest) => ({ ...honest, email_verified: false }) }, "email_not_verified"],
    ["an email that is none", { claims: (honest) => ({ ...honest, email: "mallory" }) }, "invalid_state"],
    ["an endless subject", { claims: (honest) => ({ ...honest, sub: "x".repeat(5000) }) }, "invalid_state"],
  ])("does not get anyone in with %s", async (_what, forgery, code) => {
    expect(verdict(await signIn(forgery))).toEqual([400, code]);
  });

  test("cannot answer for another sign-in, for the same one twice, or in another browser", async () => {
    provider.forge({});
    const browser = createUserAgent(server);
    const started = await browser.open(START);
    const brought = provider.approve(String(started.headers.location));
    const stranger = createUserAgent(server);
    await stranger.open(START);
    expect(verdict(await callback(browser, { ...brought, state: "swapped" }))).toEqual([400, "invalid_code"]);
    expect((await callback(browser, brought)).statusCode).toBe(302);
    expect(verdict(await callback(browser, brought))).toEqual([400, "invalid_code"]);

    const again = await browser.open(START);
    const lure = await callback(stranger, provider.approve(String(again.headers.location)));
    expect(lure.json()).toMatchObject({ code: "invalid_code", detail: expect.stringContaining("another browser") });
  });

  test("has its own refusal shown in its own words, without what a terminal or a page would obey", async () => {
    const browser = createUserAgent(server);
    const started = await browser.open(START);
    const { state, iss } = provider.approve(String(started.headers.location));
    const error_description = "<b>You</b> declined\u001b[31m";
    const answer = await browser.open(
      `${CALLBACK}?${new URLSearchParams({ state, iss, error: "access_denied", error_description }).toString()}`,
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain("refused the sign-in: access_denied: &lt;b&gt;You&lt;/b&gt; declined [31m.<");
    const reference = String(answer.headers["x-request-id"]);
    expect(answer.body).toContain(`http://localhost:8000/login?sso_error=invalid_state&amp;ref=${reference}`);
  });

  test.each([
    ["another site", "//evil.example.com"],
    ["another site, as some browsers read it", "/\\evil.example.com"],
    ["a whole address", "https://evil.example.com"],
    ["a script", "javascript:alert(1)"],
    ["a line break", "/a\nb"],
    ["a tab that browsers leave out", "/\t/evil.example.com"],
  ])("is not asked at all when the way back leads to %s", async (_what, next) => {
    const answer = await createUserAgent(server).open(`${START}?${new URLSearchParams({ next }).toString()}`, {
      accept: "application/json",
    });
    expect(verdict(answer)).toEqual([422, "validation_failed"]);
  });
});
