import { SSO_LOGIN_PATHS, type SsoMethod } from "@tackroom/contract";

/** Where the user confirms; with single sign-on, where they sign in first. A click is still asked for afterwards. */
export function deviceAddresses(
  frontendUrl: string,
  userCode: string,
  sso?: SsoMethod,
): { verification_uri: string; verification_uri_complete: string } {
  const page = `/device?code=${userCode}`;
  if (sso === undefined) {
    return { verification_uri: `${frontendUrl}/device`, verification_uri_complete: frontendUrl + page };
  }
  const next = new URLSearchParams({ next: `${page}&sso=1` });
  const start = `${frontendUrl}${SSO_LOGIN_PATHS[sso]}?${next.toString()}`;
  return { verification_uri: start, verification_uri_complete: start };
}

/** As the code was shown, however it was typed: case, dash and spaces do not matter. */
export function normaliseUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
