import {
  SIGN_IN_NAMES,
  SSO_METHODS,
  SSO_REQUIRED_SETTINGS,
  type AuthProvider,
  type Role,
  type SsoMethod,
} from "@tackroom/contract";

/** The properties of the user who changes a setting that determine whether it can lock them out. */
export interface Author {
  readonly email: string;
  readonly role: Role;
  readonly signsInWith: AuthProvider;
}

export interface SettingChange {
  readonly key: string;
  /** What would hold for a setting once the change is made, as text. */
  readonly after: (key: string) => string;
  /** What holds for this setting now. */
  readonly before: string;
  readonly author: Author | undefined;
  /** The ways to sign in without a password that work at this moment: some settings take effect at the next start. */
  readonly offered: readonly AuthProvider[];
  /** The origin of the web app that the change comes from; undefined from anywhere else. */
  readonly browserOrigin: string | undefined;
  /** The proxy that the change came through, and whether it would still be believed; undefined: it came directly. */
  readonly proxy: { readonly address: string; readonly isTrusted: boolean } | undefined;
}

/** Why a change would lock people out, its author first of all. Empty when it would not. */
export function lockoutWarnings(change: SettingChange): string[] {
  return [
    ...signInWarnings(change),
    ...(change.key === "deployment.frontend_url" ? frontendWarnings(change) : []),
    ...(change.key.startsWith("security.rate_limit_auth") ? rateWarnings(change) : []),
    ...(change.key === "security.trusted_proxy_ips" ? proxyWarnings(change) : []),
  ];
}

/** The ways to sign in without a password that are configured. */
const configuredProviders = (after: SettingChange["after"]): SsoMethod[] =>
  SSO_METHODS.filter((method) => SSO_REQUIRED_SETTINGS[method].every((key) => after(key) !== ""));

const DECIDES_WHO_SIGNS_IN =
  /^(deployment\.sso_only|auth\.link_privileged_accounts|(oauth|provider_a|provider_b|saml)\..+)$/;

function signInWarnings({ key, after, author, offered }: SettingChange): string[] {
  if (after("deployment.sso_only") !== "true" || !DECIDES_WHO_SIGNS_IN.test(key)) return [];
  const providers: readonly AuthProvider[] = configuredProviders(after);
  if (providers.length === 0) {
    return [
      "Nobody would be able to sign in: passwords are disabled (deployment.sso_only) and no single sign-on provider is configured. Configure oauth.*, provider_a.*, provider_b.* or saml.* first.",
    ];
  }
  const waits = offered.some((method) => providers.includes(method))
    ? []
    : [
        "Nobody would be able to sign in until the server is restarted: what is configured takes effect at the next start. Restart it first.",
      ];
  return [...waits, ...(author ? authorWarnings(author, providers, after) : [])];
}

function authorWarnings(author: Author, providers: readonly AuthProvider[], after: SettingChange["after"]): string[] {
  const { signsInWith, role } = author;
  if (signsInWith !== "local") {
    if (!providers.includes(signsInWith)) {
      return [
        `You would not be able to sign in again: your account signs in with ${SIGN_IN_NAMES[signsInWith]}, which is not configured.`,
      ];
    }
    return signsInWith === "provider_a" ? domainWarnings(author, after("provider_a.allowed_domains")) : [];
  }
  const canBeJoined = role === "user" || (role !== "super_admin" && after("auth.link_privileged_accounts") === "true");
  if (canBeJoined) return [];
  return [
    `You would not be able to sign in again: your account has a password, and single sign-on is not linked to accounts with the role ${role}. Sign in with single sign-on once and make that account an admin, or, for an admin, enable auth.link_privileged_accounts.`,
  ];
}

function domainWarnings({ email }: Author, allowed: string): string[] {
  const domains = allowed.split(",").filter((domain) => domain !== "");
  const domain = email.split("@")[1] ?? "";
  if (domains.length === 0 || domains.some((each) => each.toLowerCase() === domain.toLowerCase())) return [];
  return [
    `You would not be able to sign in again: ${domain}, the domain of your email address, is not in provider_a.allowed_domains.`,
  ];
}

function frontendWarnings({ after, browserOrigin, before }: SettingChange): string[] {
  const address = after("deployment.frontend_url");
  if (address === before || browserOrigin === address) return [];
  return [
    `Browser sessions will only work at ${address}: everyone at ${browserOrigin ?? before} will be signed out and cannot stay signed in there. Check first that ${address} reaches this server.`,
  ];
}

/** A minute is what the limits are meant for; an hour of waiting after a few typing mistakes is a lockout. */
function rateWarnings({ key, after }: SettingChange): string[] {
  const [points = "", unit] = after(key).split("/");
  if (unit !== "hour" || Number(points) >= 60) return [];
  return [
    `After ${points} ${points === "1" ? "attempt" : "attempts"}, an IP address, including your own, has to wait up to an hour. Use a rate per minute.`,
  ];
}

function proxyWarnings({ after, proxy }: SettingChange): string[] {
  const everyone = after("security.trusted_proxy_ips")
    .split(",")
    .filter((each) => each.endsWith("/0"));
  const trustsAll = everyone.map(
    (subnet) => `${subnet} trusts everyone: any caller could claim any IP address and bypass the sign-in rate limits.`,
  );
  if (!proxy || proxy.isTrusted) return trustsAll;
  return [
    ...trustsAll,
    `You are connected through the proxy ${proxy.address}, which would no longer be trusted: everyone behind it would count as one IP address and share one sign-in rate limit.`,
  ];
}
