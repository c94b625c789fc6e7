import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startProviderB, type Profile, type ProviderBSite, type Trouble } from "../../../test/sso/provider-b.js";
import { comeBack, signInWith } from "../../../test/sso/sign-in.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";

const address = (email: string, more: Partial<Profile["emails"][number]> = {}) => ({
  email,
  primary: false,
  verified: true,
  ...more,
});

describe("sign-in with Provider B", () => {
  let provider: ProviderBSite;
  let server: TestServer;
  let restricted: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    provider = await startProviderB();
    const env = envOf({ provider_b: provider });
    server = await startTestServer({ env });
    restricted = await startTestServer({ env: { ...env, PROVIDER_B_OAUTH_ALLOWED_ORGS: "acme, Widgets" } });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await restricted.close();
    await provider.close();
  });

  test("takes the verified primary address, the numeric id, and nothing from the profile's own email", async () => {
    provider.say("ada", {
      id: 7,
      name: "Ada",
      email: "ceo@example.com",
      emails: [address("other@example.com"), address("ada@example.com", { primary: true })],
    });
    const browser = createUserAgent(server);
    const started = await browser.open("/api/v1/auth/oauth/provider_b/login");
    const sent = new URL(String(started.headers.location)).searchParams;
    expect(sent.get("scope")).toBe("read:user user:email");
    expect(sent.get("redirect_uri")).toBe("http://localhost:8000/api/v1/auth/oauth/provider_b/callback");
    const { user } = await signInWith(browser, "provider_b", "ada");
    expect(user).toMatchObject({
      email: "ada@example.com",
      role: "user",
      auth_provider: "provider_b",
      department: null,
    });
    const listed = await send("GET /admin/users?search=ada", { token: people.admin.token });
    expect(listed.json()).toMatchObject([{ sso_subject_id: "7", auth_provider: "provider_b" }]);

    provider.say("ada-renamed", { id: 7, emails: [address("ada@example.com")] });
    expect((await signInWith(createUserAgent(server), "provider_b", "ada-renamed")).user.id).toBe(user.id);
  });

  test("takes another verified address when the primary one is not, and refuses an account without any", async () => {
    provider.say("bob", {
      id: 8,
      emails: [address("bob@evil.example", { primary: true, verified: false }), address("bob@example.com")],
    });
    expect((await signInWith(createUserAgent(server), "provider_b", "bob")).user.email).toBe("bob@example.com");
    provider.say("eve", {
      id: 9,
      email: "root@example.com",
      emails: [address("root@example.com", { primary: true, verified: false })],
    });
    const refused = await comeBack(createUserAgent(server), "provider_b", "eve");
    expect(verdict(refused)).toEqual([400, "email_not_verified"]);
  });

  test.each<[string, Profile["orgs"], number]>([
    ["an active member", { acme: "active" }, 302],
    ["an active member of the other organization, however it is spelled", { widgets: "active" }, 302],
    ["someone with a pending invitation", { acme: "pending" }, 403],
    ["a stranger", {}, 403],
  ])("lets in %s of a list of organizations", async (who, orgs, status) => {
    const id = who.length;
    provider.say(`m${id}`, { id, emails: [address(`m${id}@example.com`)], ...(orgs ? { orgs } : {}) });
    const browser = createUserAgent(restricted);
    const started = await browser.open("/api/v1/auth/oauth/provider_b/login");
    const scope = new URL(String(started.headers.location)).searchParams.get("scope");
    expect(scope).toBe("read:user user:email read:org");
    const answer = await comeBack(browser, "provider_b", `m${id}`);
    expect([answer.statusCode, status === 403 ? answer.json().code : undefined]).toEqual([
      status,
      status === 403 ? "org_not_allowed" : undefined,
    ]);
  });

  test.each<[Trouble, boolean, [number, string]]>([
    ["profile unreachable", false, [502, "upstream_error"]],
    ["profile forbidden", false, [400, "invalid_state"]],
    ["emails broken", false, [400, "invalid_state"]],
    ["memberships broken", true, [403, "org_not_allowed"]],
  ])("tells what is wrong with the provider: %s", async (trouble, isRestricted, expected) => {
    provider.say("zoe", { id: 99, emails: [address("zoe@example.com")], orgs: { acme: "active" } });
    provider.cause(trouble);
    const answer = await comeBack(createUserAgent(isRestricted ? restricted : server), "provider_b", "zoe");
    provider.cause(undefined);
    expect(verdict(answer)).toEqual(expected);
  });

  test("says that a membership could not be looked up, which does not count as one", async () => {
    provider.say("xia", { id: 101, emails: [address("xia@example.com")], orgs: { acme: "active" } });
    provider.cause("memberships unreachable");
    const answer = await comeBack(createUserAgent(restricted), "provider_b", "xia");
    provider.cause(undefined);
    expect(verdict(answer)).toEqual([403, "org_not_allowed"]);
    expect(answer.json().detail).toMatch(
      /^xia is not an active member .+ here\. A lookup failed: [^()]+[^.]\. Accept a pending invitation, or ask an admin\.$/,
    );
  });

  test("refuses a code that was used before, though the provider reports that with status 200", async () => {
    provider.say("yan", { id: 100, emails: [address("yan@example.com")] });
    const browser = createUserAgent(server);
    const first = await browser.open("/api/v1/auth/oauth/provider_b/login");
    const back = await browser.visitProvider(String(first.headers.location), "yan");
    expect((await browser.open(back.pathname + back.search)).statusCode).toBe(302);
    const second = await browser.open("/api/v1/auth/oauth/provider_b/login");
    const state = new URL(String(second.headers.location)).searchParams.get("state") ?? "";
    const replay = new URLSearchParams({ code: back.searchParams.get("code") ?? "", state });
    const answer = await browser.open(`${back.pathname}?${replay.toString()}`, { accept: "application/json" });
    expect(verdict(answer)).toEqual([400, "invalid_code"]);
  });
});
