import type { PublicConfig } from "@tackroom/contract";
import type { Settings } from "../settings/index.js";

/** Single sign-on is not built, whatever its settings say: a button for it would lead nowhere. */
const NO_SINGLE_SIGN_ON = {
  sso_enabled: false,
  provider_a_sso_enabled: false,
  provider_b_sso_enabled: false,
  saml_enabled: false,
};

export function getPublicConfig(settings: Pick<Settings, "get">): PublicConfig {
  return {
    ...NO_SINGLE_SIGN_ON,
    sso_only: settings.get("deployment.sso_only"),
    self_registration_enabled: settings.get("auth.self_registration_enabled"),
  };
}
