import { SSO_LOGIN_PATHS, type SsoMethod } from "@tackroom/contract/sign-in-methods";

/** The server rejects longer ones. */
const MAX_NEXT_LENGTH = 2000;

/** Where a sign-in with a method starts. The server returns the browser to `next` afterwards. */
export function ssoLoginUrl(method: SsoMethod, next: string): string {
  const path = SSO_LOGIN_PATHS[method];
  return next.length > MAX_NEXT_LENGTH ? path : `${path}?${new URLSearchParams({ next }).toString()}`;
}
