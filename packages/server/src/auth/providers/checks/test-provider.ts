import {
  SSO_CALLBACK_PATHS,
  SSO_REQUIRED_SETTINGS,
  type OAuthMethod,
  type SsoCheck,
  type SsoMethod,
  type SsoTest,
} from "@tackroom/contract";
import type { ManagedSettings, SettingKey } from "../../../settings/index.js";
import type { ProviderConfig, Providers } from "../open-providers.js";
import type { OpenIdSettings } from "../openid-client.js";
import { configureProviderB } from "../provider-b.js";
import { failed, redirectCheck, restartCheck } from "./check.js";
import { clientCheck, openIdChecks } from "./openid-checks.js";
import { samlChecks } from "./saml-checks.js";

export interface TestProviderDeps {
  readonly settings: Pick<ManagedSettings, "get" | "atStart">;
  readonly providers: Providers;
  readonly config: ProviderConfig;
}

/** What an admin wants to know before anyone tries to sign in. Nothing is stored, and no secret is shown. */
export async function testProvider(deps: TestProviderDeps, method: SsoMethod): Promise<SsoTest> {
  const checks = await CHECKS[method](deps);
  return { ok: checks.every(({ ok }) => ok), checks };
}

const redirectUri = ({ settings }: TestProviderDeps, method: SsoMethod): string =>
  settings.get("deployment.frontend_url") + SSO_CALLBACK_PATHS[method];

/** Those that decide how the client is built, which happens once, at the start. */
const SETTINGS_AT_START: Readonly<Record<OAuthMethod, readonly SettingKey[]>> = {
  oidc: [...SSO_REQUIRED_SETTINGS.oidc, "oauth.client_secret", "oauth.email_authoritative"],
  provider_a: [...SSO_REQUIRED_SETTINGS.provider_a, "provider_a.allowed_domains"],
  provider_b: [...SSO_REQUIRED_SETTINGS.provider_b, "provider_b.allowed_orgs"],
};

const CHECKS: Readonly<Record<SsoMethod, (deps: TestProviderDeps) => Promise<SsoCheck[]>>> = {
  oidc: (deps) => {
    const { get } = deps.settings;
    const client = { clientId: get("oauth.client_id"), clientSecret: get("oauth.client_secret") };
    return openId(deps, "oidc", { ...client, discoveryUrl: get("oauth.server_metadata_url") });
  },
  provider_a: (deps) => {
    const { get } = deps.settings;
    const client = { clientId: get("provider_a.client_id"), clientSecret: get("provider_a.client_secret") };
    return openId(deps, "provider_a", { ...client, discoveryUrl: deps.config.providerADiscoveryUrl });
  },
  provider_b: async (deps) => {
    const { get } = deps.settings;
    const missing = missingCheck(deps, "provider_b");
    if (missing) return [missing];
    const client = { clientId: get("provider_b.client_id"), clientSecret: get("provider_b.client_secret") };
    const configuration = configureProviderB({ ...client, ...deps.config }, deps.providers.fetch);
    const address = redirectUri(deps, "provider_b");
    return [
      await clientCheck(configuration, address),
      redirectCheck(address),
      restartCheck(isRunning(deps, "provider_b")),
    ];
  },
  saml: async ({ settings, providers }) => [
    ...(await samlChecks({ settings, keys: providers.samlKeys, fetch: providers.fetch })),
    redirectCheck(settings.get("saml.sp_acs_url")),
  ],
};

async function openId(
  deps: TestProviderDeps,
  method: "oidc" | "provider_a",
  client: OpenIdSettings,
): Promise<SsoCheck[]> {
  const missing = missingCheck(deps, method);
  if (missing) return [missing];
  const address = redirectUri(deps, method);
  const checks = await openIdChecks(client, address, deps.providers.fetch);
  return [...checks, redirectCheck(address), restartCheck(isRunning(deps, method))];
}

function missingCheck({ settings }: TestProviderDeps, method: OAuthMethod): SsoCheck | undefined {
  const missing = SSO_REQUIRED_SETTINGS[method].filter((key) => settings.get(key) === "");
  if (missing.length === 0) return undefined;
  return failed("configured", `Not set: ${missing.join(", ")}.`, "Set what is missing, then test again.");
}

const isRunning = ({ settings }: TestProviderDeps, method: OAuthMethod): boolean =>
  SETTINGS_AT_START[method].every((key) => JSON.stringify(settings.get(key)) === JSON.stringify(settings.atStart(key)));
