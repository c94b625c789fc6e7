import { isIP } from "node:net";

/**
 * The addresses of `X-Forwarded-For`, without the ports that some gateways append. Anything else that a proxy has written
 * says nothing of the client, nor does anything to its left: the proxy itself is counted then.
 */
export function forwardedHops(header: string): string[] {
  const hops = header.split(",").map(withoutPort);
  return hops.slice(hops.findLastIndex((hop) => isIP(hop) === 0) + 1);
}

function withoutPort(hop: string): string {
  const plain = hop.trim();
  const found = /^\[([^\]]+)\](?::\d+)?$/.exec(plain) ?? /^([\d.]+):\d+$/.exec(plain);
  return found?.[1] ?? plain;
}
