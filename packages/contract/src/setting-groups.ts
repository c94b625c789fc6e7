/** What an admin wants to do, in the order in which settings are listed; the keys' own prefixes say what a setting is part of. */
export const SETTING_GROUPS = [
  "sign_in",
  "sso",
  "saml",
  "registry",
  "discovery",
  "recording",
  "notifications",
  "addresses",
  "limits",
  "tokens",
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** What users read instead of the codes, in the web app and in `tack`. */
export const SETTING_GROUP_TITLES: Readonly<Record<SettingGroup, string>> = {
  sign_in: "Sign-in",
  sso: "Single sign-on",
  saml: "SAML",
  registry: "Registry and review",
  discovery: "Discovery",
  recording: "Recording and cost",
  notifications: "Notifications",
  addresses: "Addresses",
  limits: "Limits and proxies",
  tokens: "Tokens",
};
