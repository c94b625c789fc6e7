/** A path as logs and records show it: without its query, and without the secret in the address of a feed. */
export function shownPath(url: string): string {
  const path = url.split("?")[0] ?? "";
  return path.replace(SECRET_SEGMENT, "$1***");
}

/** Whatever the router takes for `/c/:token`: also with the scheme and the host before it, or with encoded letters. */
const SECRET_SEGMENT = /^((?:https?:\/\/[^/]*)?\/+(?:c|%63)\/+)[^/]+/i;
