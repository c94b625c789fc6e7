import type { PublicConfig } from "@tackroom/contract";
import type { Settings } from "../settings/index.js";

/** The clients of the OAuth providers are built at start, so what counts for them is what was set then. */
export function getPublicConfig(settings: Pick<Settings, "get" | "atStart">): PublicConfig {
  const providerA =
    settings.atStart("provider_a.client_id") !== "" && settings.atStart("provider_a.client_secret") !== "";
  const providerB =
    settings.atStart("provider_b.client_id") !== "" && settings.atStart("provider_b.client_secret") !== "";
  const oidc = settings.atStart("oauth.client_id") !== "" && settings.atStart("oauth.server_metadata_url") !== "";
  const saml = settings.get("saml.idp_sso_url") !== "" || settings.get("saml.idp_metadata_url") !== "";
  return {
    sso_enabled: oidc,
    provider_a_sso_enabled: providerA,
    provider_b_sso_enabled: providerB,
    saml_enabled: saml,
    sso_only: settings.get("deployment.sso_only"),
    self_registration_enabled: settings.get("auth.self_registration_enabled"),
  };
}
