import { SSO_CALLBACK_PATHS, type SsoCheck, type SsoMethod, type SsoTest } from "@tackroom/contract";
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

const CHECKS: Readonly<Record<SsoMethod, (deps: TestProviderDeps) => Promise<SsoCheck[]>>> = {
  oidc: (deps) => {
    const { get } = deps.settings;
    const client = { clientId: get("oauth.client_id"), clientSecret: get("oauth.client_secret") };
    const discoveryUrl = get("oauth.server_metadata_url");
    const keys = ["oauth.client_id", "oauth.client_secret", "oauth.server_metadata_url"] as const;
    return openId(deps, "oidc", { settings: { ...client, discoveryUrl }, keys, required: [keys[0], keys[2]] });
  },
  provider_a: (deps) => {
    const { get } = deps.settings;
    const client = { clientId: get("provider_a.client_id"), clientSecret: get("provider_a.client_secret") };
    const discoveryUrl = deps.config.providerADiscoveryUrl;
    const keys = ["provider_a.client_id", "provider_a.client_secret"] as const;
    const all = [...keys, "provider_a.allowed_domains"] as const;
    return openId(deps, "provider_a", { settings: { ...client, discoveryUrl }, keys: all, required: keys });
  },
  provider_b: async (deps) => {
    const { get } = deps.settings;
    const keys = ["provider_b.client_id", "provider_b.client_secret"] as const;
    const missing = missingCheck(deps, keys);
    if (missing) return [missing];
    const client = { clientId: get("provider_b.client_id"), clientSecret: get("provider_b.client_secret") };
    const configuration = configureProviderB({ ...client, ...deps.config }, deps.providers.fetch);
    const address = redirectUri(deps, "provider_b");
    return [
      await clientCheck(configuration, address),
      redirectCheck(address),
      restartCheck(isRunning(deps, [...keys, "provider_b.allowed_orgs"])),
    ];
  },
  saml: async ({ settings, providers }) => [
    ...(await samlChecks({ settings, keys: providers.samlKeys, fetch: providers.fetch })),
    redirectCheck(settings.get("saml.sp_acs_url")),
  ],
};

interface OpenIdTest {
  readonly settings: OpenIdSettings;
  /** Those that decide how the client is built. */
  readonly keys: readonly SettingKey[];
  readonly required: readonly SettingKey[];
}

async function openId(
  deps: TestProviderDeps,
  method: "oidc" | "provider_a",
  { settings, keys, required }: OpenIdTest,
): Promise<SsoCheck[]> {
  const missing = missingCheck(deps, required);
  if (missing) return [missing];
  const address = redirectUri(deps, method);
  const checks = await openIdChecks(settings, address, deps.providers.fetch);
  return [...checks, redirectCheck(address), restartCheck(isRunning(deps, keys))];
}

function missingCheck({ settings }: TestProviderDeps, keys: readonly SettingKey[]): SsoCheck | undefined {
  const missing = keys.filter((key) => settings.get(key) === "");
  if (missing.length === 0) return undefined;
  return failed("configured", `Not set: ${missing.join(", ")}.`, "Set what is missing, then test again.");
}

const isRunning = ({ settings }: TestProviderDeps, keys: readonly SettingKey[]): boolean =>
  keys.every((key) => JSON.stringify(settings.get(key)) === JSON.stringify(settings.atStart(key)));
