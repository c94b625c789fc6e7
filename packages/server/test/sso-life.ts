import { SSO_CALLBACK_PATHS, SSO_LOGIN_PATHS } from "@tackroom/contract";
import type { People, Person, Send } from "./people.js";
import type { TestServer } from "./server.js";
import type { ForgingProvider } from "./sso/forging-provider.js";
import { CLIENT } from "./sso/openid-provider.js";
import { logoutRequest, readRequest, startSamlIdp, toForm } from "./sso/saml-idp.js";
import { codeOf } from "./sso/sign-in.js";
import { createUserAgent } from "./sso/user-agent.js";

interface Life {
  readonly server: TestServer;
  readonly send: Send;
  readonly people: People & { readonly admin: Person };
  readonly openId: ForgingProvider;
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Signs in and out in every way that there is, each of which succeeds. */
export async function liveWithSso(life: Life): Promise<void> {
  await liveWithOpenId(life);
  await liveWithSaml(life);
}

async function liveWithOpenId({ server, send, openId }: Life): Promise<void> {
  openId.forge({});
  const browser = createUserAgent(server);
  const started = await browser.open(SSO_LOGIN_PATHS.oidc);
  const brought = new URLSearchParams(openId.approve(String(started.headers.location)));
  const code = codeOf(await browser.open(`${SSO_CALLBACK_PATHS.oidc}?${brought.toString()}`));
  await browser.post("/api/v1/auth/exchange", { code });
  const now = Math.floor(Date.now() / 1000);
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const claims = { iss: openId.url, aud: CLIENT.clientId, iat: now, exp: now + 60, jti: "1", sub: "mallory", events };
  const token = await openId.sign(claims);
  await send("POST /auth/oauth/backchannel-logout", { body: `logout_token=${token}`, headers: FORM });
}

async function liveWithSaml({ server, send, people: { admin } }: Life): Promise<void> {
  const idp = await startSamlIdp();
  idp.say("fay", { nameId: "f-1", email: "fay@example.com" });
  const body = { idp_entity_id: idp.entityId, idp_sso_url: idp.ssoUrl, idp_x509_cert: idp.certificate };
  await send("PUT /admin/saml-config", { token: admin.token, body: { ...body, idp_slo_url: idp.sloUrl } });
  await send("POST /admin/sso/saml/test", { token: admin.token });
  const browser = createUserAgent(server);
  const asked = readRequest(String((await browser.open(SSO_LOGIN_PATHS.saml)).headers.location));
  const answer = { SAMLResponse: toForm(await idp.respond(asked, "fay")), RelayState: asked.relayState };
  const code = codeOf(await browser.post(SSO_CALLBACK_PATHS.saml, new URLSearchParams(answer).toString(), FORM));
  await browser.post("/api/v1/auth/exchange", { code });
  await browser.open(`/api/v1/sso/saml/sls?${await logoutRequest(idp, { nameId: "f-1" })}`);
  await send("DELETE /admin/saml-config", { token: admin.token });
  await idp.close();
}
