import type { Tokens } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { envOf } from "../../../test/sso/env-of.js";
import {
  EMAIL_FORMAT,
  isSignedBy,
  logoutRequest,
  readRequest,
  startSamlIdp,
  toForm,
  type ResponseOptions,
  type SamlIdp,
} from "../../../test/sso/saml-idp.js";
import { codeOf } from "../../../test/sso/sign-in.js";
import { createUserAgent, type UserAgent } from "../../../test/sso/user-agent.js";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

describe.each(largestSize)("sign-in with SAML ($size)", (on) => {
  let idp: SamlIdp;
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    idp = await startSamlIdp();
    server = await startTestServer({
      on,
      env: envOf({ saml: idp }),
    });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await idp.close();
  });

  const start = async (browser: UserAgent) => {
    const started = await browser.open("/api/v1/sso/saml/login?next=/registry");
    return readRequest(String(started.headers.location));
  };
  const post = (browser: UserAgent, xml: string, RelayState: string) =>
    browser.post("/api/v1/sso/saml/acs", new URLSearchParams({ SAMLResponse: toForm(xml), RelayState }).toString(), {
      ...FORM,
      // Another site's form brings no cookie that is not meant for other sites.
      cookie: "",
    });
  const comeBack = async (browser: UserAgent, login: string, options?: ResponseOptions) => {
    const asked = await start(browser);
    return post(browser, await idp.respond(asked, login, options), asked.relayState);
  };
  const signIn = async (browser: UserAgent, login: string, options?: ResponseOptions): Promise<Tokens> => {
    const code = codeOf(await comeBack(browser, login, options));
    return (await browser.post("/api/v1/auth/exchange", { code })).json<Tokens>();
  };
  const set = (key: string, value: string | boolean) =>
    send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } });
  const spCertificate = async (): Promise<string> => {
    const config = await send("GET /admin/saml-config", { token: people.admin.token });
    return config.json<{ sp_x509_cert: string }>().sp_x509_cert;
  };

  test("asks with a signed request, and makes an account of whom the identity provider vouches for", async () => {
    idp.say("ada", { nameId: "a-1", email: "ada@example.com", name: "Ada" });
    const browser = createUserAgent(server);
    const started = await browser.open("/api/v1/sso/saml/login");
    const address = String(started.headers.location);
    expect(address.startsWith(idp.ssoUrl)).toBe(true);
    expect(isSignedBy(address, await spCertificate())).toBe(true);
    const answer = await comeBack(browser, "ada");
    const login = new URL(String(answer.headers.location));
    expect([answer.statusCode, login.pathname, login.searchParams.get("next")]).toEqual([302, "/login", "/registry"]);
    const { user } = (
      await browser.post("/api/v1/auth/exchange", { code: login.searchParams.get("code") })
    ).json<Tokens>();
    expect(user).toMatchObject({ email: "ada@example.com", name: "Ada", role: "user", auth_provider: "saml" });
    const stranger = createUserAgent(server);
    await start(stranger);
    const code = codeOf(await comeBack(browser, "ada"));
    expect(verdict(await stranger.post("/api/v1/auth/exchange", { code }))).toEqual([400, "invalid_code"]);
  });

  test("reads encrypted assertions, signed responses, and addresses in the name", async () => {
    idp.say("bob", { nameId: "b-1", email: "bob@example.com" });
    const encryptFor = await spCertificate();
    expect((await signIn(createUserAgent(server), "bob", { encryptFor })).user.email).toBe("bob@example.com");
    const signedOutside = { signResponse: true, signAssertion: false };
    expect((await signIn(createUserAgent(server), "bob", signedOutside)).user.email).toBe("bob@example.com");
    idp.say("cy", { nameId: "Cy@Example.com" });
    const first = await signIn(createUserAgent(server), "cy", { nameIdentifierFormat: EMAIL_FORMAT });
    idp.say("cy", { nameId: "cy@example.com" });
    const second = await signIn(createUserAgent(server), "cy", { nameIdentifierFormat: EMAIL_FORMAT });
    expect([first.user.email, second.user.id]).toEqual(["cy@example.com", first.user.id]);
  });

  test("makes no account when that is switched off, and joins none unless its addresses are authoritative", async () => {
    idp.say("dan", { nameId: "d-1", email: "dan@example.com" });
    await set("saml.jit_provisioning", false);
    expect(verdict(await comeBack(createUserAgent(server), "dan"))).toEqual([403, "forbidden"]);
    await set("saml.jit_provisioning", true);
    const local = await people.join();
    idp.say("eve", { nameId: "e-1", email: local.user.email });
    expect(verdict(await comeBack(createUserAgent(server), "eve"))).toEqual([403, "forbidden"]);
    await set("saml.email_authoritative", true);
    expect((await signIn(createUserAgent(server), "eve")).user.id).toBe(local.user.id);
    await set("saml.email_authoritative", false);
  });

  test("signs out there too, and when the identity provider says so", async () => {
    idp.say("fay", { nameId: "f-1", email: "fay@example.com" });
    const browser = createUserAgent(server);
    const { access_token: token } = await signIn(browser, "fay", { sessionIndex: "_s1" });
    const { access_token: elsewhere } = await signIn(createUserAgent(server), "fay", { sessionIndex: "_s2" });
    const out = (await send("POST /auth/logout", { token, body: {} })).json<{ logout_url: string }>();
    const url = new URL(out.logout_url);
    const leaving = await browser.open(url.pathname + url.search);
    const address = String(leaving.headers.location);
    expect(address.startsWith(idp.sloUrl)).toBe(true);
    expect(isSignedBy(address, await spCertificate())).toBe(true);
    expect((await browser.open("/api/v1/sso/saml/logout?ticket=made-up")).headers.location).toBe(
      "http://localhost:8000/login",
    );

    const request = await logoutRequest(idp, { nameId: "f-1", sessionIndex: "_s2" });
    const unsigned = request.slice(0, request.indexOf("&SigAlg="));
    expect((await send("GET /auth/whoami", { token: elsewhere })).statusCode).toBe(200);
    for (const forged of [unsigned, request.replace(/Signature=.{8}/, "Signature=AAAAAAAA")]) {
      const refused = await browser.open(`/api/v1/sso/saml/sls?${forged}`, { accept: "application/json" });
      expect(verdict(refused)).toEqual([400, "invalid_code"]);
      expect(refused.json().detail).not.toContain("Sign in again");
      const page = await browser.open(`/api/v1/sso/saml/sls?${forged}`);
      expect(page.body).toContain("<h1>Sign-out failed</h1>");
      expect(page.body).toContain('href="http://localhost:8000/login"');
    }
    expect((await send("GET /auth/whoami", { token: elsewhere })).statusCode).toBe(200);
    const ended = await browser.open(`/api/v1/sso/saml/sls?${request}`);
    expect([ended.statusCode, String(ended.headers.location).startsWith(idp.sloUrl)]).toEqual([302, true]);
    expect((await send("GET /auth/whoami", { token: elsewhere })).statusCode).toBe(401);
  });

  test("describes itself to identity providers, also before one is configured", async () => {
    const fresh = await startTestServer();
    const metadata = await createSend(fresh)("GET /sso/saml/metadata");
    expect(metadata.headers["content-type"]).toContain("application/samlmetadata+xml");
    expect(metadata.body).toContain('entityID="http://localhost:8000/api/v1/sso/saml/metadata"');
    expect(metadata.body).toContain('Location="http://localhost:8000/api/v1/sso/saml/acs"');
    expect(metadata.body).toContain('HTTP-Redirect" Location="http://localhost:8000/api/v1/sso/saml/sls"');
    const again = await createSend(fresh)("GET /sso/saml/metadata");
    const keyOf = (body: string) => /<ds:X509Certificate>([^<]+)</.exec(body)?.[1];
    expect(keyOf(again.body)).toBe(keyOf(metadata.body));
    await fresh.close();
  });

  test("says what is missing while it is configured by half", async () => {
    await send("DELETE /admin/settings/saml.idp_x509_cert", { token: people.admin.token });
    const answer = await send("GET /sso/saml/login");
    expect(answer.json()).toMatchObject({ status: 503, issues: ["saml.idp_x509_cert is not set."] });
    await set("saml.idp_x509_cert", idp.certificate);
  });
});
