/**
 * Every provider of single sign-on, for tests that are not the server's own: `node run-providers.js <front end>`. Prints the
 * variables of a server that knows them, and runs until its input ends.
 */
import { envOf } from "./env-of.js";
import { startOpenIdProvider } from "./openid-provider.js";
import { startProviderB } from "./provider-b.js";
import { startSamlIdp } from "./saml-idp.js";

const [, , frontendUrl = ""] = process.argv;
const callback = `${frontendUrl}/api/v1/auth/oauth`;
const openId = await startOpenIdProvider(`${callback}/callback`);
const providerA = await startOpenIdProvider(`${callback}/provider_a/callback`);
const providerB = await startProviderB();
const idp = await startSamlIdp();

openId.say("bob", { email: "bob@example.com", email_verified: true, name: "Bob" });
openId.say("gil", { email: "gil@example.com", email_verified: true, name: "Gil" });
providerA.say("cleo", { email: "cleo@example.com", email_verified: true, name: "Cleo" });
providerA.say("eve", { email: "eve@elsewhere.example", email_verified: true });
providerB.say("dan", { id: 4, name: "Dan", emails: [{ email: "dan@example.com", primary: true, verified: true }] });
idp.say("fay", { nameId: "f-1", email: "fay@example.com", name: "Fay" });

const variables = {
  ...envOf({ oidc: openId, provider_a: providerA, provider_b: providerB, saml: idp }),
  PROVIDER_A_OAUTH_ALLOWED_DOMAINS: "example.com",
};
process.stdout.write(`variables ${JSON.stringify(variables)}\n`);
process.stdin.resume().on("end", () => process.exit());
