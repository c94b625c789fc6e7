import type { PublicConfig } from "@tackroom/contract";
import type { Settings } from "../settings/index.js";

/** Single sign-on is not built: a button for it would lead nowhere. */
const NO_SINGLE_SIGN_ON = {
  sso_enabled: false,
  provider_a_sso_enabled: false,
  provider_b_sso_enabled: false,
  saml_enabled: false,
  sso_only: false,
};

export function getPublicConfig(settings: Pick<Settings, "get">): PublicConfig {
  return {
    ...NO_SINGLE_SIGN_ON,
    self_registration_enabled: settings.get("auth.self_registration_enabled"),
  };
}
