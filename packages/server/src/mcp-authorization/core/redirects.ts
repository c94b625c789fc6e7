/** Schemes that a browser handles itself: a redirect there would run code, or show something as ours. */
const NOT_APPLICATIONS = new Set([
  "about:",
  "blob:",
  "chrome:",
  "data:",
  "file:",
  "filesystem:",
  "ftp:",
  "javascript:",
  "mailto:",
  "vbscript:",
  "view-source:",
  "ws:",
  "wss:",
]);

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Where a client may have the browser sent: a site by HTTPS, this computer, or an application with a scheme of its own. */
export function redirectProblem(uri: string): string | undefined {
  // A parser drops what the browser would see as part of another address.
  if (/[\s\\\p{Cc}]/u.test(uri) || !URL.canParse(uri)) return "is not an absolute URI";
  const url = new URL(uri);
  if (uri.includes("#")) return "must not have a fragment";
  if (url.username !== "" || url.password !== "") return "must not have a username or password";
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:") return isLoopback(url) ? undefined : "must use https unless it leads to this computer";
  return NOT_APPLICATIONS.has(url.protocol) ? `must not use the scheme ${url.protocol}` : undefined;
}

/**
 * Whether a redirect URI is one of the client's own: the same text, but for the port on this computer, which a program that
 * listens there cannot know before (RFC 8252 §7.3).
 */
export function isRedirectOf(registered: readonly string[], given: string): boolean {
  return registered.some((own) => own === given || (isPlainLoopback(own) && withoutPort(own) === withoutPort(given)));
}

/** For people: where the browser goes. */
export function placeOf(uri: string): { readonly name: string; readonly isThisComputer: boolean } {
  const url = new URL(uri);
  if (url.protocol === "https:" || url.protocol === "http:") {
    return { name: url.host, isThisComputer: isLoopback(url) };
  }
  return { name: `the application for ${url.protocol}//`, isThisComputer: false };
}

/** The address with these parameters, beside those that it has. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const query = new URLSearchParams(Object.fromEntries(given)).toString();
  return `${uri}${uri.includes("?") ? "&" : "?"}${query}`;
}

const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.includes(hostname);

function isPlainLoopback(uri: string): boolean {
  const url = new URL(uri);
  return url.protocol === "http:" && isLoopback(url);
}

/** Undefined for what must be compared as it is. */
function withoutPort(uri: string): string | undefined {
  const match = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?([/?].*)?$/.exec(uri);
  return match ? `${match[1]}${match[2] ?? ""}` : undefined;
}
