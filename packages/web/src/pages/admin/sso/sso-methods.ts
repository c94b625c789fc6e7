import {
  BACK_CHANNEL_LOGOUT_PATH,
  SAML_LOGOUT_PATH,
  SAML_METADATA_PATH,
  SSO_CALLBACK_PATHS,
  SSO_REQUIRED_SETTINGS,
  type SsoMethod,
} from "@tackroom/contract/sign-in-methods";
import type { Setting } from "../settings/setting.js";

/** What stands before the dot of a method's settings. */
const SETTING_GROUPS: Readonly<Record<SsoMethod, string>> = {
  oidc: "oauth",
  provider_a: "provider_a",
  provider_b: "provider_b",
  saml: "saml",
};

const groupOf = (key: string): string => key.split(".")[0] ?? key;

/** Who can get an account, and whether passwords work. */
export const isPolicySetting = ({ key }: Pick<Setting, "key">): boolean =>
  key === "deployment.sso_only" || groupOf(key) === "auth";

export const settingsOf = (method: SsoMethod, settings: readonly Setting[]): Setting[] =>
  settings.filter(({ key }) => groupOf(key) === SETTING_GROUPS[method]);

/** The effective value. A secret that is set has one too, although it is not shown. */
export const valueOf = (settings: readonly Setting[], key: string): string =>
  settings.find((setting) => setting.key === key)?.value ?? "";

/** `starting` and `stopping`: the stored settings differ from those that the server was started with. */
export type SsoState = "on" | "off" | "incomplete" | "starting" | "stopping";

export interface SsoStatus {
  readonly state: SsoState;
  /** Keys of required settings without a value. */
  readonly missing: readonly string[];
}

/** Compares the stored settings with what the server offers on its login page. */
export function statusOf(method: SsoMethod, settings: readonly Setting[], isEnabled: boolean): SsoStatus {
  const required: readonly string[] = SSO_REQUIRED_SETTINGS[method];
  const missing = required.filter((key) => valueOf(settings, key) === "");
  const needsRestart = settingsOf(method, settings).some((setting) => setting.restart_required);
  if (isEnabled) return { state: needsRestart && missing.length > 0 ? "stopping" : "on", missing };
  if (missing.length === required.length) return { state: "off", missing };
  return { state: needsRestart && missing.length === 0 ? "starting" : "incomplete", missing };
}

/** Something to enter at the provider, under the provider's own name for it. */
export interface ProviderField {
  readonly label: string;
  readonly value: string;
  /** A document that an admin may want to open. */
  readonly isLink?: boolean;
}

interface FieldSource {
  /** The URL at which users open the web app. */
  readonly origin: string;
  readonly callback: string;
  readonly value: (key: string) => string;
}

const PROVIDER_FIELDS: Readonly<Record<SsoMethod, (from: FieldSource) => ProviderField[]>> = {
  oidc: ({ origin, callback }) => [
    { label: "Redirect URI", value: callback },
    { label: "Back-channel logout URI", value: origin + BACK_CHANNEL_LOGOUT_PATH },
  ],
  provider_a: ({ origin, callback }) => [
    { label: "Authorized redirect URI", value: callback },
    { label: "Authorized JavaScript origin", value: origin },
  ],
  provider_b: ({ origin, callback }) => [
    { label: "Authorization callback URL", value: callback },
    { label: "Homepage URL", value: origin },
  ],
  saml: ({ origin, callback, value }) => [
    { label: "ACS URL", value: value("saml.sp_acs_url") || callback },
    { label: "Entity ID", value: value("saml.sp_entity_id") || origin + SAML_METADATA_PATH },
    { label: "Metadata URL", value: origin + SAML_METADATA_PATH, isLink: true },
    { label: "Single logout URL", value: origin + SAML_LOGOUT_PATH },
  ],
};

/** What an admin has to register with the provider, character for character. */
export function providerFieldsOf(method: SsoMethod, settings: readonly Setting[]): ProviderField[] {
  const value = (key: string): string => valueOf(settings, key);
  const origin = value("deployment.frontend_url");
  return PROVIDER_FIELDS[method]({ origin, callback: origin + SSO_CALLBACK_PATHS[method], value });
}
