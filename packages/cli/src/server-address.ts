/** Loopback names and addresses: RFC 6761 reserves all names under `localhost`. */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/;

export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => LOOPBACK.test(hostname);

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A bare host name implies https, so that a missing scheme does not send a password unencrypted. */
export function parseServerAddress(text: string): URL | undefined {
  if (HAS_SCHEME.test(text)) return parseUrl(text);
  const local = parseUrl(`http://${text}`);
  return local && isLoopback(local) ? local : parseUrl(`https://${text}`);
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether others on the network can read the traffic. */
export function isPlainOverNetwork(server: string): boolean {
  const url = parseUrl(server);
  return url?.protocol === "http:" && !isLoopback(url);
}
