import { isLocalName } from "@tackroom/contract/loopback";

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A bare host name implies https, so that a missing scheme does not send a password unencrypted. */
export function parseServerAddress(text: string): URL | undefined {
  if (HAS_SCHEME.test(text)) return parseUrl(text);
  const local = parseUrl(`http://${text}`);
  return local && isLocalName(local) ? local : parseUrl(`https://${text}`);
}

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether others on the network can read the traffic. */
export function isPlainOverNetwork(server: string): boolean {
  const url = parseUrl(server);
  return url?.protocol === "http:" && !isLocalName(url);
}
