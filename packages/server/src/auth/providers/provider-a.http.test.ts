import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startOpenIdProvider, type Claims, type OpenIdProvider } from "../../../test/sso/openid-provider.js";
import { comeBack, signInWith } from "../../../test/sso/sign-in.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";

const CALLBACK = "http://localhost:8000/api/v1/auth/oauth/provider_a/callback";

describe("sign-in with Provider A", () => {
  let provider: OpenIdProvider;
  let server: TestServer;
  let restricted: TestServer;
  beforeAll(async () => {
    provider = await startOpenIdProvider(CALLBACK);
    const env = envOf({ provider_a: provider });
    server = await startTestServer({ env });
    const domains = "example.com, Widgets.example";
    restricted = await startTestServer({ env: { ...env, PROVIDER_A_OAUTH_ALLOWED_DOMAINS: domains } });
  });
  afterAll(async () => {
    await server.close();
    await restricted.close();
    await provider.close();
  });

  test("lets anyone in as a user when no domains are listed; the first one is no admin", async () => {
    provider.say("ada", { email: "ada@anywhere.example", email_verified: true, name: "Ada" });
    const { user } = await signInWith(createUserAgent(server), "provider_a", "ada");
    expect(user).toMatchObject({ role: "user", auth_provider: "provider_a", department: null });
    const { admin } = await invitePeople(server);
    const listed = await createSend(server)("GET /admin/users?search=ada", { token: admin.token });
    expect(listed.json()).toMatchObject([{ sso_subject_id: "ada", last_sign_in_method: "provider_a" }]);
  });

  test("leaves a record that says why, to be found by the reference that was shown", async () => {
    const { admin } = await invitePeople(restricted);
    provider.say("zed", { email: "zed@elsewhere.example", email_verified: true });
    const answer = await comeBack(createUserAgent(restricted), "provider_a", "zed");
    const reference = String(answer.headers["x-request-id"]);
    const found = await createSend(restricted)(`GET /admin/audit-log?request_id=${reference}`, { token: admin.token });
    expect(found.json()).toMatchObject([{ action: "auth.provider_a_callback", outcome: "denied", status_code: 403 }]);
    expect(JSON.parse(found.json<{ detail: string }[]>()[0]?.detail ?? "")).toEqual({
      signed_in_with: "provider_a",
      failure: expect.stringContaining("elsewhere.example may not sign in here"),
    });
  });

  test.each<[string, Claims, [number, string | undefined]]>([
    ["a listed domain", { email: "a@example.com", email_verified: true }, [302, undefined]],
    ["a listed domain, however it is spelled", { email: "b@WIDGETS.example", email_verified: true }, [302, undefined]],
    ["another domain", { email: "c@elsewhere.example", email_verified: true }, [403, "domain_not_allowed"]],
    ["a domain that ends alike", { email: "d@evil-example.com", email_verified: true }, [403, "domain_not_allowed"]],
    ["a subdomain", { email: "e@sub.example.com", email_verified: true }, [403, "domain_not_allowed"]],
    ["two at signs", { email: "f@evil.example@example.com", email_verified: true }, [400, "invalid_state"]],
    ["an unverified address", { email: "g@example.com", email_verified: false }, [400, "email_not_verified"]],
    ["an address of which nothing is said", { email: "h@example.com" }, [400, "email_not_verified"]],
  ])("with a list of domains: %s", async (who, claims, expected) => {
    provider.say(who, claims);
    expect(verdict(await comeBack(createUserAgent(restricted), "provider_a", who))).toEqual(expected);
  });
});
