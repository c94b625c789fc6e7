/** Names and addresses that never leave this machine: RFC 6761 reserves every name under `localhost`. */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/;

export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => LOOPBACK.test(hostname);

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A bare host name means https, so that a forgotten scheme does not send a password in clear. */
export function parseServerAddress(text: string): URL | undefined {
  if (HAS_SCHEME.test(text)) return parseUrl(text);
  const local = parseUrl(`http://${text}`);
  return local && isLoopback(local) ? local : parseUrl(`https://${text}`);
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether others on the network can read what is sent there. */
export function isPlainOverNetwork(server: string): boolean {
  const url = parseUrl(server);
  return url?.protocol === "http:" && !isLoopback(url);
}
