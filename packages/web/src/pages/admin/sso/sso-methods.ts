import {
  BACK_CHANNEL_LOGOUT_PATH,
  SAML_LOGOUT_PATH,
  SAML_METADATA_PATH,
  SSO_CALLBACK_PATHS,
  type SsoMethod,
} from "@tackroom/contract/sign-in-methods";
import type { Setting } from "../setting-control.js";

interface MethodSettings {
  /** Before the dot of its settings. */
  readonly group: string;
  /** The settings without which the method does not work. */
  readonly required: readonly string[];
}

const METHOD_SETTINGS: Readonly<Record<SsoMethod, MethodSettings>> = {
  oidc: { group: "oauth", required: ["oauth.client_id", "oauth.server_metadata_url"] },
  provider_a: { group: "provider_a", required: ["provider_a.client_id", "provider_a.client_secret"] },
  provider_b: { group: "provider_b", required: ["provider_b.client_id", "provider_b.client_secret"] },
  saml: { group: "saml", required: ["saml.idp_entity_id", "saml.idp_sso_url", "saml.idp_x509_cert"] },
};

const METHOD_GROUPS = new Set(Object.values(METHOD_SETTINGS).map(({ group }) => group));
const groupOf = (key: string): string => key.split(".")[0] ?? key;

/** Who can get an account, and whether passwords work. */
export const isPolicySetting = ({ key }: Pick<Setting, "key">): boolean =>
  key === "deployment.sso_only" || groupOf(key) === "auth";

/** The settings of the single sign-on page, which the settings page does not repeat. */
export const isSsoSetting = (setting: Pick<Setting, "key">): boolean =>
  isPolicySetting(setting) || METHOD_GROUPS.has(groupOf(setting.key));

export const settingsOf = (method: SsoMethod, settings: readonly Setting[]): Setting[] =>
  settings.filter(({ key }) => groupOf(key) === METHOD_SETTINGS[method].group);

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
  const { required } = METHOD_SETTINGS[method];
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
