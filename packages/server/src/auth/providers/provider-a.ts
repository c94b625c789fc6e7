import { SSO_REQUIRED_SETTINGS } from "@tackroom/contract";
import type { Config } from "../../platform/config/index.js";
import type { Settings } from "../../settings/index.js";
import { refused } from "./failures.js";
import { askOpenIdAgain, finishOpenId, startOpenId, type Identity } from "./openid-sign-in.js";
import { createOpenIdClient } from "./openid-client.js";
import type { ProviderFetch } from "./outbound-fetch.js";
import type { OAuthProvider, Vouched } from "./provider.js";

/** An OpenID Connect provider whose address is fixed. Settings are those of the start: the client is built once. */
export function openProviderA(
  settings: Pick<Settings, "atStart">,
  { providerADiscoveryUrl: discoveryUrl }: Pick<Config, "providerADiscoveryUrl">,
  fetch: ProviderFetch,
): OAuthProvider | undefined {
  if (SSO_REQUIRED_SETTINGS.provider_a.some((key) => settings.atStart(key) === "")) return undefined;
  const clientId = settings.atStart("provider_a.client_id");
  const clientSecret = settings.atStart("provider_a.client_secret");
  const domains = settings.atStart("provider_a.allowed_domains");
  const client = createOpenIdClient({ clientId, clientSecret, discoveryUrl }, fetch);
  return {
    method: "provider_a",
    start: (flow) => startOpenId(client, flow),
    finish: async (flow) => vouchedBy(await finishOpenId("provider_a", client, flow), domains),
    askAgain: (grant) => askOpenIdAgain(client, grant),
  };
}

function vouchedBy({ email, emailVerified, ...rest }: Identity, domains: readonly string[]): Vouched {
  if (email === undefined) {
    throw refused("invalid_state", "The provider did not send your email address, which identifies you here.");
  }
  if (emailVerified !== true) {
    throw refused("email_not_verified", "Your email address is not verified at the provider. Verify it there first.");
  }
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain)) {
    throw refused("domain_not_allowed", `Accounts of ${domain} may not sign in here. Use an account of your company.`);
  }
  return { ...rest, email, isEmailVerified: true };
}
