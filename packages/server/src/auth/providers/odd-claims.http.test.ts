import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startForgingProvider, type Forgery, type ForgingProvider } from "../../../test/sso/forging-provider.js";
import { CLIENT } from "../../../test/sso/openid-provider.js";
import { codeOf } from "../../../test/sso/sign-in.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";

const HALF = "\ud83d";

describe("an OpenID Connect provider that sends what nobody expects", () => {
  let provider: ForgingProvider;
  let server: TestServer;
  let people: People;
  beforeAll(async () => {
    provider = await startForgingProvider(CLIENT.clientId);
    // The provider's word on addresses counts: it has to be asked for.
    server = await startTestServer({ env: { ...envOf({ oidc: provider }), OAUTH_EMAIL_AUTHORITATIVE: "true" } });
    people = await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const comeBack = async (forgery: Forgery) => {
    provider.forge(forgery);
    const browser = createUserAgent(server);
    const started = await browser.open("/api/v1/auth/oauth/login");
    const brought = new URLSearchParams(provider.approve(String(started.headers.location)));
    const answer = await browser.open(`/api/v1/auth/oauth/callback?${brought.toString()}`, {
      accept: "application/json",
    });
    return { browser, answer };
  };
  const signIn = async (forgery: Forgery) => {
    const { browser, answer } = await comeBack(forgery);
    return (await browser.post("/api/v1/auth/exchange", { code: codeOf(answer) })).json();
  };
  const claims = (more: JWTPayload): Forgery => ({ claims: (honest) => ({ ...honest, ...more }) });

  test.each<[string, JWTPayload]>([
    ["U+0000 in the subject", { sub: "a\u0000b" }],
    ["half a character in the subject", { sub: `a${HALF}` }],
    ["U+0000 in the address", { email: "a\u0000b@example.com" }],
    ["half a character in the address", { email: `a${HALF}@example.com` }],
    ["what cannot be seen in the address", { email: "mal\u200blory@example.com" }],
    ["U+0000 in the session", { sid: "s\u0000" }],
    ["an endless session", { sid: "s".repeat(5000) }],
  ])("is refused with %s", async (_what, more) => {
    const { answer } = await comeBack(claims(more));
    expect(verdict(answer)).toEqual([400, "invalid_state"]);
    expect(answer.json().detail).toMatch(/^The identity provider sent .+\. Ask an admin to correct it there\.$/);
  });

  test("has names and pictures cleaned, which identify nobody", async () => {
    const odd = { name: `Ada\u0000 Love${HALF}lace`, picture: "https://example.com/a\u0000b.png" };
    const { user } = await signIn(claims({ sub: "ada", email: "ada@example.com", ...odd }));
    expect(user).toMatchObject({ name: "Ada Love lace", avatar_url: "https://example.com/a%00b.png" });
    const long = { sub: "bea", email: "bea@example.com", name: `${"x".repeat(199)}🐴` };
    expect((await signIn(claims(long))).user.name).toBe(`${"x".repeat(199)}\ufffd`);
  });

  test("ends nothing by a name that nobody can have", async () => {
    for (const more of [{ sid: "s\u0000" }, { sub: "a\u0000" }]) {
      const body = new URLSearchParams({ logout_token: await provider.sign(provider.logoutClaims(more)) }).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await createSend(server)("POST /auth/oauth/backchannel-logout", { body, headers });
      expect(answer.statusCode).toBe(204);
    }
  });

  describe("is asked for the profile when the ID token does not say whether an address is verified", () => {
    const unsaid = (sub: string, email: string) => claims({ sub, email, email_verified: undefined });

    test("and refused when it is not, whoever has the address here", async () => {
      const owner = await people.join();
      for (const email of [owner.user.email, "nobody-yet@example.com"]) {
        const { answer } = await comeBack({
          ...unsaid("thief", email),
          profile: { sub: "thief", email, email_verified: false },
        });
        expect(verdict(answer)).toEqual([400, "email_not_verified"]);
      }
    });

    test("but an answer about another address says nothing of this one", async () => {
      const profile = { sub: "cleo", email: "other@example.com", email_verified: false };
      expect((await signIn({ ...unsaid("cleo", "cleo@example.com"), profile })).user.email).toBe("cleo@example.com");
    });

    test("and what the ID token says of no address says nothing of the profile's", async () => {
      const forgery = claims({ sub: "dora", email: undefined, email_verified: true });
      const profile = { sub: "dora", email: "dora@example.com", email_verified: false };
      expect(verdict((await comeBack({ ...forgery, profile })).answer)).toEqual([400, "email_not_verified"]);
    });

    test("and while it does not answer, the sign-in is as with a provider that never tells", async () => {
      expect((await signIn(unsaid("finn", "finn@example.com"))).user.email).toBe("finn@example.com");
    });
  });
});
