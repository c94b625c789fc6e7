import { parseCookie, stringifySetCookie } from "cookie";
import { Answer, type Call, type CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Settings } from "../../settings/index.js";

const NAME = "tack_refresh";

export interface BrowserDeps {
  readonly settings: Pick<Settings, "get">;
}

const isBrowser = ({ headers }: Pick<Call, "headers">): boolean => headers["x-tackroom-client"] === "web";

/** A browser gets its refresh token as a cookie that no script can read, and not in the body. */
export function answerTokens<T extends { readonly refresh_token?: string }>(
  { settings }: BrowserDeps,
  tokens: T,
  { call }: Pick<CallContext, "call">,
): Answer<T> {
  if (!isBrowser(call)) return new Answer(tokens);
  const { refresh_token: token = "", ...shown } = tokens;
  const maxAge = settings.get("jwt.refresh_token_expire_days") * 24 * 60 * 60;
  return new Answer(shown as T, { headers: { "set-cookie": cookie({ settings }, token, maxAge) } });
}

/** Takes the cookie away again. */
export function answerWithoutCookie<T>(deps: BrowserDeps, body: T, { call }: Pick<CallContext, "call">): Answer<T> {
  return isBrowser(call) ? new Answer(body, { headers: { "set-cookie": cookie(deps, "", 0) } }) : new Answer(body);
}

/**
 * The refresh token of a request. The cookie travels by itself, so it counts only for the front end's own page: with the
 * header that a foreign page cannot set, and from the origin that a browser does not lie about.
 */
export function presentedRefreshToken(
  { settings }: BrowserDeps,
  inBody: string | undefined,
  call: Call,
): string | undefined {
  if (!isBrowser(call)) return inBody;
  if (call.headers.origin !== new URL(settings.get("deployment.frontend_url")).origin) {
    throw new ServiceError(
      "forbidden",
      "Browser sessions are only available to the web app's own origin (FRONTEND_URL).",
    );
  }
  return parseCookie(call.headers.cookie ?? "")[NAME] || undefined;
}

function cookie({ settings }: BrowserDeps, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: NAME,
    value,
    maxAge,
    httpOnly: true,
    sameSite: "strict",
    path: "/api/v1/auth",
    secure: settings.get("deployment.frontend_url").startsWith("https:"),
  });
}
