import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSend, PASSWORD } from "../people.js";
import { startTestServer, type TestServer } from "../server.js";
import { envOf } from "../sso/env-of.js";
import { startForgingProvider, type ForgingProvider } from "../sso/forging-provider.js";
import { CLIENT } from "../sso/openid-provider.js";
import { startProviderB, type ProviderBSite } from "../sso/provider-b.js";
import { startSamlIdp, type SamlIdp } from "../sso/saml-idp.js";
import { temporaryDirectory } from "../temporary.js";

/** A server that knows every provider, and one whose provider does not answer. */
export interface SsoWorld {
  readonly server: TestServer;
  readonly isolated: TestServer;
  readonly openId: ForgingProvider;
  readonly providerB: ProviderBSite;
  readonly idp: SamlIdp;
  close(): Promise<void>;
}

/** The address of its admin. */
export const TAKEN = "root@example.com";

export async function openSsoWorld(): Promise<SsoWorld> {
  const openId = await startForgingProvider(CLIENT.clientId);
  const providerB = await startProviderB();
  const idp = await startSamlIdp();
  const certificate = join(temporaryDirectory(), "idp.pem");
  writeFileSync(certificate, idp.certificate);
  const server = await startTestServer({
    env: {
      ...envOf({ oidc: openId, provider_a: openId, provider_b: providerB }),
      PROVIDER_A_OAUTH_ALLOWED_DOMAINS: "example.com",
      PROVIDER_B_OAUTH_ALLOWED_ORGS: "acme",
      SAML_IDP_ENTITY_ID: idp.entityId,
      SAML_IDP_SSO_URL: idp.ssoUrl,
      SAML_IDP_X509_CERT_FILE: certificate,
    },
  });
  const nowhere = { discoveryUrl: "http://127.0.0.1:1/.well-known/openid-configuration" };
  const isolated = await startTestServer({ env: envOf({ oidc: nowhere, provider_a: nowhere }) });
  await createSend(server)("POST /auth/bootstrap", { body: { email: TAKEN, password: PASSWORD } });
  const close = async (): Promise<void> => {
    for (const each of [server, isolated, openId, providerB, idp]) await each.close();
  };
  return { server, isolated, openId, providerB, idp, close };
}
