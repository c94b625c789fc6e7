import type { AuthorizeDeviceBody } from "@tackroom/contract";

const SSO_START = {
  oidc: "/api/v1/auth/oauth/login",
  provider_a: "/api/v1/auth/oauth/provider_a/login",
  provider_b: "/api/v1/auth/oauth/provider_b/login",
  saml: "/api/v1/sso/saml/login",
};

/** Where the user confirms. With single sign-on both addresses lead through it, and to a page that still asks for a click. */
export function deviceAddresses(
  frontendUrl: string,
  userCode: string,
  { sso, provider = "oidc" }: Pick<AuthorizeDeviceBody, "sso" | "provider">,
): { verification_uri: string; verification_uri_complete: string } {
  const base = frontendUrl.replace(/\/$/, "");
  const page = `/device?code=${userCode}`;
  if (!sso) return { verification_uri: `${base}/device`, verification_uri_complete: base + page };
  const start = `${base}${SSO_START[provider]}?next=${encodeURIComponent(`${page}&sso=1`)}`;
  return { verification_uri: start, verification_uri_complete: start };
}

/** As the code was shown, however it was typed: case, dash and spaces do not matter. */
export function normaliseUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
