/** Ways to sign in other than with a password; `saml` is the only one that is not OAuth. */
export const SSO_METHODS = ["oidc", "provider_a", "provider_b", "saml"] as const;
export type SsoMethod = (typeof SSO_METHODS)[number];

export type OAuthMethod = Exclude<SsoMethod, "saml">;

/** Who keeps an account's credentials. */
export const AUTH_PROVIDERS = ["local", ...SSO_METHODS] as const;
export type AuthProvider = (typeof AUTH_PROVIDERS)[number];

/** What a sign-in began with. */
export const SIGN_IN_METHODS = ["password", "api_key", "device", ...SSO_METHODS] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** What users read instead of the codes, in the web app and in `tack`. */
export const SIGN_IN_NAMES: Readonly<Record<AuthProvider | SignInMethod, string>> = {
  local: "Password",
  password: "Password",
  api_key: "API key",
  device: "Device",
  oidc: "OpenID Connect",
  provider_a: "Google",
  provider_b: "GitHub",
  saml: "SAML",
};

/** The member of `PublicConfig` that says whether a method is enabled. */
const ENABLED_FLAGS = {
  oidc: "sso_enabled",
  provider_a: "provider_a_sso_enabled",
  provider_b: "provider_b_sso_enabled",
  saml: "saml_enabled",
} as const satisfies Readonly<Record<SsoMethod, string>>;

type EnabledFlags = Readonly<Record<(typeof ENABLED_FLAGS)[SsoMethod], boolean>>;

/** The methods that a server offers, given the reply of `getPublicConfig`. */
export const enabledSsoMethods = (config: EnabledFlags): SsoMethod[] =>
  SSO_METHODS.filter((method) => config[ENABLED_FLAGS[method]]);

/** The settings without which a method does not work. */
export const SSO_REQUIRED_SETTINGS = {
  oidc: ["oauth.client_id", "oauth.server_metadata_url"],
  provider_a: ["provider_a.client_id", "provider_a.client_secret"],
  provider_b: ["provider_b.client_id", "provider_b.client_secret"],
  saml: ["saml.idp_entity_id", "saml.idp_sso_url", "saml.idp_x509_cert"],
} as const satisfies Readonly<Record<SsoMethod, readonly string[]>>;

const API = "/api/v1";

/** Where a browser starts to sign in with a method. */
export const SSO_LOGIN_PATHS: Readonly<Record<SsoMethod, string>> = {
  oidc: `${API}/auth/oauth/login`,
  provider_a: `${API}/auth/oauth/provider_a/login`,
  provider_b: `${API}/auth/oauth/provider_b/login`,
  saml: `${API}/sso/saml/login`,
};

/** Where a provider sends the browser back to: what an operator registers with it. */
export const SSO_CALLBACK_PATHS: Readonly<Record<SsoMethod, string>> = {
  oidc: `${API}/auth/oauth/callback`,
  provider_a: `${API}/auth/oauth/provider_a/callback`,
  provider_b: `${API}/auth/oauth/provider_b/callback`,
  saml: `${API}/sso/saml/acs`,
};

/** Where an OpenID Connect provider announces that someone has signed out, or may no longer sign in. */
export const BACK_CHANNEL_LOGOUT_PATH = `${API}/auth/oauth/backchannel-logout`;

export const SAML_METADATA_PATH = `${API}/sso/saml/metadata`;
export const SAML_LOGOUT_PATH = `${API}/sso/saml/sls`;
