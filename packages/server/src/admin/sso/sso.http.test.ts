import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SamlConfig, SsoTest } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { OLD_CERTIFICATE } from "../../../test/sso/old-certificate.js";
import { CLIENT, startOpenIdProvider, type OpenIdProvider } from "../../../test/sso/openid-provider.js";
import { startProviderB, type ProviderBSite } from "../../../test/sso/provider-b.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { sendJson, startWebSite } from "../../../test/web-site.js";
import { generateSamlKeyPair } from "../../auth/index.js";

describe("how admins see single sign-on", () => {
  let openId: OpenIdProvider;
  let providerB: ProviderBSite;
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let idp: Awaited<ReturnType<typeof generateSamlKeyPair>>;
  beforeAll(async () => {
    openId = await startOpenIdProvider("http://localhost:8000/api/v1/auth/oauth/callback");
    providerB = await startProviderB();
    idp = await generateSamlKeyPair("idp.example.com");
    server = await startTestServer({
      env: {
        ...envOf({ oidc: openId }),
        PROVIDER_B_WEB_URL: providerB.url,
        PROVIDER_B_API_URL: providerB.url,
      },
    });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await openId.close();
    await providerB.close();
  });

  const set = (key: string, value: string) =>
    send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } });
  const check = async (method: string) => {
    const answer = await send(`POST /admin/sso/${method}/test`, { token: people.admin.token });
    const { ok, checks } = answer.json<SsoTest>();
    for (const each of checks) expect(each.remedy === null).toBe(each.ok);
    return { ok, failed: checks.filter((each) => !each.ok).map(({ name }) => name), checks };
  };

  test("a test of what works says so, with the address to register", async () => {
    const { ok, checks } = await check("oidc");
    expect(ok, JSON.stringify(checks)).toBe(true);
    expect(checks.map(({ name }) => name)).toEqual(["discovery", "keys", "client", "clock", "redirect_uri", "running"]);
    expect(JSON.stringify(checks)).toContain("http://localhost:8000/api/v1/auth/oauth/callback");
    expect(JSON.stringify(checks)).not.toContain(CLIENT.clientSecret);
  });

  test("a wrong secret, an address that nobody answers, and one that is somebody else's are told apart", async () => {
    await set("oauth.client_secret", "wrong");
    expect((await check("oidc")).failed).toEqual(["client", "running"]);
    await set("oauth.server_metadata_url", "http://127.0.0.1:1/.well-known/openid-configuration");
    expect((await check("oidc")).failed).toEqual(["discovery", "running"]);
    const other = await startWebSite((_request, response) =>
      sendJson(response, {
        issuer: "https://elsewhere.example.com",
        authorization_endpoint: "https://x",
        token_endpoint: "https://y",
      }),
    );
    await set("oauth.server_metadata_url", `${other.url}/.well-known/openid-configuration`);
    expect((await check("oidc")).failed).toEqual(["issuer", "running"]);
    await other.close();
    await set("oauth.server_metadata_url", "https://10.0.0.1/.well-known/openid-configuration");
    const { checks } = await check("oidc");
    expect(checks[0]?.detail).toContain("OUTBOUND_ALLOWED_HOSTS");
    await set("oauth.client_id", "");
    expect((await check("oidc")).failed).toEqual(["configured"]);
  });

  test("a clock that is wrong is noticed", async () => {
    const slow = await startWebSite((request, response) => {
      response.setHeader("date", new Date(Date.now() - 600_000).toUTCString());
      const url = `http://${request.headers.host}`;
      if (request.path === "/jwks") return sendJson(response, { keys: [{ kty: "EC" }] });
      if (request.path === "/token") return sendJson(response, { error: "invalid_grant" }, 400);
      const endpoints = { authorization_endpoint: `${url}/a`, token_endpoint: `${url}/token`, jwks_uri: `${url}/jwks` };
      return sendJson(response, { issuer: url, ...endpoints });
    });
    await set("oauth.client_id", CLIENT.clientId);
    await set("oauth.server_metadata_url", `${slow.url}/.well-known/openid-configuration`);
    const { failed } = await check("oidc");
    expect(failed).toEqual(["clock", "running"]);
    await slow.close();
  });

  test("Provider B's credentials are tried without anybody signing in", async () => {
    expect((await check("provider_b")).failed).toEqual(["configured"]);
    await set("provider_b.client_id", CLIENT.clientId);
    await set("provider_b.client_secret", "wrong");
    expect((await check("provider_b")).failed).toEqual(["client", "running"]);
    await set("provider_b.client_secret", CLIENT.clientSecret);
    expect((await check("provider_b")).failed).toEqual(["running"]);
  });

  describe("SAML", () => {
    const config = async () => (await send("GET /admin/saml-config", { token: people.admin.token })).json<SamlConfig>();
    const put = (body: object) => send("PUT /admin/saml-config", { token: people.admin.token, body });
    const whole = () => ({
      idp_entity_id: "https://idp.example.com",
      idp_sso_url: "https://idp.example.com/sso",
      idp_x509_cert: idp.certificate,
    });

    test("is configured at once, without its secrets being shown", async () => {
      expect(await config()).toMatchObject({
        configured: false,
        source: "none",
        has_idp_cert: false,
        has_sp_key: false,
      });
      const answer = await put({ ...whole(), jit_provisioning: false });
      expect(answer.json()).toMatchObject({
        configured: true,
        source: "settings",
        idp_sso_url: "https://idp.example.com/sso",
        jit_provisioning: false,
        has_idp_cert: true,
        sp_acs_url: "http://localhost:8000/api/v1/sso/saml/acs",
        externally_managed: [],
      });
      expect(answer.body).not.toContain(idp.certificate.slice(100, 150));
      expect((await check("saml")).failed).toEqual([]);
      expect((await send("GET /config/public")).json()).toMatchObject({ saml_enabled: true });
    });

    test("is tested before its first use without a key pair being stored", async () => {
      const { ok, checks } = await check("saml");
      expect([ok, checks.map(({ name }) => name)]).toEqual([true, expect.arrayContaining(["sp_certificate"])]);
      expect(await config()).toMatchObject({ has_sp_key: false, sp_x509_cert: "" });
    });

    test.each([
      ["an entity ID", { idp_entity_id: "" }, "body.idp_entity_id"],
      ["an address", { idp_sso_url: "nowhere" }, "body.idp_sso_url"],
      ["a certificate", { idp_x509_cert: "-----BEGIN NOTHING-----" }, "body.idp_x509_cert"],
    ])("wants %s", async (_what, wrong, path) => {
      const answer = await put({ ...whole(), ...wrong });
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path }] });
    });

    test("wants all three", async () => {
      expect(verdict(await put({ idp_entity_id: "x" }))).toEqual([422, "validation_failed"]);
    });

    test("gets a new key pair on demand, and loses everything on demand", async () => {
      await send("GET /sso/saml/metadata");
      const before = await config();
      await put({ ...whole(), regenerate_sp_key: true });
      const after = await config();
      expect(after.sp_x509_cert).not.toBe(before.sp_x509_cert);
      expect(after.has_sp_key).toBe(true);
      const gone = await send("DELETE /admin/saml-config", { token: people.admin.token });
      expect(gone.json<{ deleted: string[] }>().deleted).toContain("saml.sp_private_key");
      expect(await config()).toMatchObject({ configured: false, source: "none", has_sp_key: false });
    });

    test("is warned about when its certificates end, or others are published than are known", async () => {
      const metadata = (certificate: string): string =>
        `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com"><IDPSSODescriptor><KeyDescriptor use="signing"><X509Certificate>${certificate.replace(/-----[^-]+-----/g, "")}</X509Certificate></KeyDescriptor></IDPSSODescriptor></EntityDescriptor>`;
      const { certificate: next } = await generateSamlKeyPair("idp.example.com");
      const site = await startWebSite(
        (request, response) => void response.end(metadata(request.path === "/next" ? next : idp.certificate)),
      );
      await put({ ...whole(), idp_metadata_url: `${site.url}/now` });
      expect((await check("saml")).failed).toEqual([]);
      await put({ ...whole(), idp_metadata_url: `${site.url}/next` });
      expect((await check("saml")).failed).toEqual(["rollover"]);
      await put({ ...whole(), idp_x509_cert: `${idp.certificate}\n${next}` });
      expect((await check("saml")).failed).toEqual([]);
      await put({ ...whole(), idp_x509_cert: OLD_CERTIFICATE, idp_metadata_url: "" });
      expect((await check("saml")).failed).toEqual(["idp_certificate"]);
      await site.close();
    });

    test("takes its key pair from files, which then cannot be replaced here", async () => {
      const own = await generateSamlKeyPair("tack.example.com");
      const folder = temporaryDirectory();
      const files = {
        SAML_SP_PRIVATE_KEY_FILE: join(folder, "key.pem"),
        SAML_SP_X509_CERT_FILE: join(folder, "cert.pem"),
      };
      writeFileSync(files.SAML_SP_PRIVATE_KEY_FILE, own.privateKey);
      writeFileSync(files.SAML_SP_X509_CERT_FILE, own.certificate);
      const another = await startTestServer({ env: files });
      const { admin } = await invitePeople(another);
      const ask = createSend(another);
      const shown = (await ask("GET /admin/saml-config", { token: admin.token })).json<SamlConfig>();
      expect(shown).toMatchObject({
        source: "external",
        sp_x509_cert: own.certificate.trim(),
        externally_managed: ["saml.sp_private_key", "saml.sp_x509_cert"],
      });
      const body = { ...whole(), regenerate_sp_key: true };
      const refused = await ask("PUT /admin/saml-config", { token: admin.token, body });
      expect(verdict(refused)).toEqual([409, "externally_managed"]);
      expect((await ask("GET /sso/saml/metadata")).body).toContain(own.certificate.split("\n")[1]);
      await another.close();

      writeFileSync(files.SAML_SP_X509_CERT_FILE, idp.certificate);
      await expect(startTestServer({ env: files })).rejects.toThrow("does not belong to the private key");
      writeFileSync(files.SAML_SP_PRIVATE_KEY_FILE, "no key");
      await expect(startTestServer({ env: files })).rejects.toThrow("SAML: the private key cannot be read");
    });
  });
});
