import type { PublicConfig, SsoMethod } from "@tackroom/contract";
import type { Settings } from "../settings/index.js";

export interface PublicConfigDeps {
  readonly settings: Pick<Settings, "get">;
  /** The ways to sign in that work now: a button for another one would lead nowhere. */
  readonly offeredSso: () => readonly SsoMethod[];
}

export function getPublicConfig({ settings, offeredSso }: PublicConfigDeps): PublicConfig {
  const offered = offeredSso();
  return {
    sso_enabled: offered.includes("oidc"),
    provider_a_sso_enabled: offered.includes("provider_a"),
    provider_b_sso_enabled: offered.includes("provider_b"),
    saml_enabled: offered.includes("saml"),
    sso_only: settings.get("deployment.sso_only"),
    self_registration_enabled: settings.get("auth.self_registration_enabled"),
  };
}
