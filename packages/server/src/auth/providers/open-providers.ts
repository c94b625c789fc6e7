import type { OAuthMethod, SsoMethod } from "@tackroom/contract";
import type { Config } from "../../platform/config/index.js";
import type { Outbound } from "../../platform/outbound/index.js";
import type { ManagedSettings } from "../../settings/index.js";
import { openOidc } from "./oidc.js";
import { createOutboundFetch, type ProviderFetch } from "./outbound-fetch.js";
import { openProviderA } from "./provider-a.js";
import { openProviderB, type ProviderBAddresses } from "./provider-b.js";
import type { OAuthProvider } from "./provider.js";
import { samlState } from "./saml.js";
import { openSamlKeys, type SamlKeys, type SamlKeySettings } from "./saml/keys.js";

export type ProviderConfig = Pick<Config, "providerADiscoveryUrl"> & ProviderBAddresses;

/** Every way to sign in other than with a password, as it is configured. */
export interface Providers {
  readonly oauth: Readonly<Record<OAuthMethod, OAuthProvider | undefined>>;
  readonly samlKeys: SamlKeys;
  readonly fetch: ProviderFetch;
  /** Those that work now, in the order in which people are offered them. */
  offered(): SsoMethod[];
}

export interface OpenProviders {
  readonly settings: SamlKeySettings & Pick<ManagedSettings, "atStart">;
  readonly config: ProviderConfig;
  readonly outbound: Outbound;
}

export function openProviders({ settings, config, outbound }: OpenProviders): Providers {
  const fetch = createOutboundFetch(outbound);
  const oauth = {
    oidc: openOidc(settings, fetch),
    provider_a: openProviderA(settings, config, fetch),
    provider_b: openProviderB(settings, config, fetch),
  };
  const configured = Object.values(oauth).flatMap((provider) => provider?.method ?? []);
  return {
    oauth,
    samlKeys: openSamlKeys(settings),
    fetch,
    offered: () => [...configured, ...(samlState(settings) === "on" ? (["saml"] as const) : [])],
  };
}
