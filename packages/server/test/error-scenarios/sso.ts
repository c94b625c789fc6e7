import { SSO_CALLBACK_PATHS, SSO_LOGIN_PATHS, type OAuthMethod } from "@tackroom/contract";
import type { TestServer } from "../server.js";
import type { Forgery } from "../sso/forging-provider.js";
import type { Profile, Trouble } from "../sso/provider-b.js";
import { readRequest, toForm, type Person as SamlPerson } from "../sso/saml-idp.js";
import { comeBack } from "../sso/sign-in.js";
import { createUserAgent } from "../sso/user-agent.js";
import { createSend, PASSWORD } from "../people.js";
import { switchedOn, type Scenario, type Stage } from "./scenario.js";
import { TAKEN } from "./sso-world.js";

type OpenIdMethod = Exclude<OAuthMethod, "provider_b">;
const JSON_WANTED = { accept: "application/json" };

/** Signs in with a provider that says this. */
const lying =
  (method: OpenIdMethod, forgery: Forgery): Scenario =>
  async ({ sso: { server, openId } }) => {
    openId.forge(forgery);
    const browser = createUserAgent(server);
    const started = await browser.open(SSO_LOGIN_PATHS[method]);
    const brought = new URLSearchParams(openId.approve(String(started.headers.location)));
    return browser.open(`${SSO_CALLBACK_PATHS[method]}?${brought.toString()}`, JSON_WANTED);
  };
const email = (address: string, sub = address): Forgery => ({
  claims: (honest) => ({ ...honest, email: address, sub }),
});

/** The account is made by a first sign-in, and deactivated before the second. */
const deactivatedBefore =
  (name: string, again: Scenario): Scenario =>
  async (stage) => {
    const { server } = stage.sso;
    await again(stage);
    const send = createSend(server);
    const token = await adminOf(server);
    const [user] = (await send(`GET /admin/users?search=${name}`, { token })).json<{ id: string }[]>();
    await send(`PUT /admin/users/${user?.id ?? ""}/active`, { token, body: { active: false } });
    const answer = await again(stage);
    await send(`PUT /admin/users/${user?.id ?? ""}/active`, { token, body: { active: true } });
    return answer;
  };

const throughB =
  (profile: Partial<Profile> & { readonly trouble?: Trouble }): Scenario =>
  async ({ sso: { server, providerB } }) => {
    const { trouble, ...said } = profile;
    const id = said.id ?? 1000;
    const honest = { id, emails: [{ email: `b${id}@example.com`, primary: true, verified: true }] };
    providerB.say(`b${id}`, { ...honest, orgs: { acme: "active" }, ...said });
    providerB.cause(trouble);
    const answer = await comeBack(createUserAgent(server), "provider_b", `b${id}`);
    providerB.cause(undefined);
    return answer;
  };
const verified = (address: string) => [{ email: address, primary: true, verified: true }];

const throughSaml =
  (person: SamlPerson): Scenario =>
  async ({ sso: { server, idp } }) => {
    idp.say(person.nameId, person);
    const browser = createUserAgent(server);
    const started = await browser.open(SSO_LOGIN_PATHS.saml);
    const asked = readRequest(String(started.headers.location));
    return postSaml(server, await idp.respond(asked, person.nameId), asked.relayState);
  };

const postSaml = (server: TestServer, xml: string, RelayState: string): ReturnType<Scenario> =>
  server.app.inject({
    method: "POST",
    url: SSO_CALLBACK_PATHS.saml,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ SAMLResponse: toForm(xml), RelayState }).toString(),
  });

/** While only half of SAML is configured. */
const halfway =
  (call: (stage: Stage) => ReturnType<Scenario>): Scenario =>
  async (stage) => {
    const { send, admin } = stage;
    const key = "saml.idp_entity_id";
    await send(`PUT /admin/settings/${key}`, { token: admin.token, body: { value: "https://idp.example.com" } });
    const answer = await call(stage);
    await send(`DELETE /admin/settings/${key}`, { token: admin.token });
    return answer;
  };

const logoutToken = ({ app }: TestServer): ReturnType<Scenario> =>
  app.inject({
    method: "POST",
    url: "/api/v1/auth/oauth/backchannel-logout",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "logout_token=x",
  });

const openIdScenarios = (name: string, method: OpenIdMethod): Record<string, Scenario> => {
  const [start, finish] = [SSO_LOGIN_PATHS[method], SSO_CALLBACK_PATHS[method]].map((path) =>
    path.replace("/api/v1", ""),
  );
  return {
    [`start${name} sso_not_configured`]: ({ send }) => send(`GET ${start}`),
    [`start${name} validation_failed`]: ({ send }) => send(`GET ${start}?next=//evil.example`),
    [`start${name} upstream_error`]: ({ sso }) => createSend(sso.isolated)(`GET ${start}`),
    [`finish${name} sso_not_configured`]: ({ send }) => send(`GET ${finish}`),
    [`finish${name} invalid_code`]: ({ sso }) => createSend(sso.server)(`GET ${finish}?code=x&state=x`),
    [`finish${name} invalid_state`]: lying(method, email("not an address@example.com")),
    [`finish${name} email_not_verified`]: lying(method, {
      claims: (honest) => ({ ...honest, email_verified: false }),
    }),
    [`finish${name} forbidden`]: lying(method, email(TAKEN)),
    [`finish${name} account_deactivated`]: deactivatedBefore(
      `${method}-gone`,
      lying(method, email(`${method}-gone@example.com`)),
    ),
    [`finish${name} upstream_error`]: lying(method, { brokenProfile: true }),
  };
};

const sending = (line: Parameters<Stage["send"]>[0], body: object): Scenario =>
  switchedOn("deployment.sso_only", ({ send }) => send(line, { body }));

export const SSO_SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...openIdScenarios("Oidc", "oidc"),
  ...openIdScenarios("ProviderA", "provider_a"),
  "finishProviderA domain_not_allowed": lying("provider_a", email("x@elsewhere.example")),
  "startProviderB sso_not_configured": ({ send }) => send("GET /auth/oauth/provider_b/login"),
  "startProviderB validation_failed": ({ send }) => send("GET /auth/oauth/provider_b/login?next=x"),
  "finishProviderB sso_not_configured": ({ send }) => send("GET /auth/oauth/provider_b/callback"),
  "finishProviderB invalid_code": ({ sso }) =>
    createSend(sso.server)("GET /auth/oauth/provider_b/callback?code=x&state=x"),
  "finishProviderB invalid_state": throughB({ trouble: "profile forbidden" }),
  "finishProviderB upstream_error": throughB({ trouble: "profile unreachable" }),
  "finishProviderB email_not_verified": throughB({ emails: [] }),
  "finishProviderB org_not_allowed": throughB({ orgs: {} }),
  "finishProviderB forbidden": throughB({ id: 1001, emails: verified(TAKEN) }),
  "finishProviderB account_deactivated": deactivatedBefore(
    "b-gone",
    throughB({ id: 1002, emails: verified("b-gone@example.com") }),
  ),
  "exchangeCode invalid_code": ({ send }) => send("POST /auth/exchange", { body: { code: "x" } }),
  "backChannelLogout sso_not_configured": ({ server }) => logoutToken(server),
  "backChannelLogout invalid_code": ({ sso }) => logoutToken(sso.server),
  "backChannelLogout upstream_error": ({ sso }) => logoutToken(sso.isolated),

  "startSaml sso_not_configured": ({ send }) => send("GET /sso/saml/login"),
  "startSaml validation_failed": ({ send }) => send("GET /sso/saml/login?next=x"),
  "startSaml unavailable": halfway(({ send }) => send("GET /sso/saml/login")),
  "finishSaml sso_not_configured": ({ server }) => postSaml(server, "x", "x"),
  "finishSaml unavailable": halfway(({ server }) => postSaml(server, "x", "x")),
  "finishSaml invalid_code": ({ sso }) => postSaml(sso.server, "x", "x"),
  "finishSaml invalid_state": throughSaml({ nameId: "nobody" }),
  "finishSaml forbidden": throughSaml({ nameId: "s-1", email: TAKEN }),
  "finishSaml account_deactivated": deactivatedBefore(
    "saml-gone",
    throughSaml({ nameId: "s-2", email: "saml-gone@example.com" }),
  ),
  "startSamlLogout sso_not_configured": ({ send }) => send("GET /sso/saml/logout"),
  "startSamlLogout unavailable": halfway(({ send }) => send("GET /sso/saml/logout")),
  "finishSamlLogout sso_not_configured": ({ send }) => send("GET /sso/saml/sls"),
  "finishSamlLogout unavailable": halfway(({ send }) => send("GET /sso/saml/sls")),
  "finishSamlLogout invalid_code": ({ sso }) => createSend(sso.server)("GET /sso/saml/sls?SAMLRequest=x"),

  "putSamlConfig validation_failed": ({ send, admin: { token } }) =>
    send("PUT /admin/saml-config", { token, body: {} }),
  "putSamlConfig externally_managed": async ({ sso: { server, idp } }) =>
    createSend(server)("PUT /admin/saml-config", {
      token: await adminOf(server),
      body: { idp_entity_id: "x", idp_sso_url: "https://idp.example.com", idp_x509_cert: idp.certificate },
    }),
  "deleteSamlConfig externally_managed": async ({ sso: { server } }) =>
    createSend(server)("DELETE /admin/saml-config", { token: await adminOf(server) }),

  "bootstrap sso_only": sending("POST /auth/bootstrap", {}),
  "register sso_only": sending("POST /auth/register", { email: "x@example.com", name: "X", password: PASSWORD }),
  "login sso_only": sending("POST /auth/login", { email: TAKEN, password: PASSWORD }),
  "createToken sso_only": sending("POST /auth/token", { email: TAKEN, password: PASSWORD }),
  "requestReset sso_only": sending("POST /auth/request-reset", { email: TAKEN }),
  "resetPassword sso_only": sending("POST /auth/reset-password", { code: "A", new_password: PASSWORD }),
  "changePassword sso_only": switchedOn("deployment.sso_only", ({ send, user: { token } }) =>
    send("PUT /auth/profile/password", { token, body: { current_password: "x", new_password: "Other-Horse-8" } }),
  ),
  "createUser sso_only": switchedOn("deployment.sso_only", ({ send, admin: { token } }) =>
    send("POST /admin/users", { token, body: { email: "x@example.com", name: "X" } }),
  ),
  "setUserPassword sso_only": switchedOn("deployment.sso_only", ({ send, admin: { token }, user: { user } }) =>
    send(`PUT /admin/users/${user.id}/password`, { token, body: { generate: true } }),
  ),
};

async function adminOf(server: TestServer): Promise<string> {
  const login = await createSend(server)("POST /auth/login", { body: { email: TAKEN, password: PASSWORD } });
  return login.json<{ access_token: string }>().access_token;
}
