import { OutboundRefusal } from "./outbound-error.js";
import type { AllowedHosts, HostAndPort } from "./allowed-hosts.js";
import { remedy } from "./connect.js";

const MAX_URL_LENGTH = 2048;

export interface UrlRules {
  readonly allowed: AllowedHosts;
  /** Unencrypted calls go to hosts that the operator named; where this is set, to any public one. */
  readonly plainHttp: boolean;
}

/** An address that may be called as far as the address itself tells; what its name leads to is asked later. */
export function readUrl(text: string, { allowed, plainHttp }: UrlRules): URL {
  if (text.length > MAX_URL_LENGTH)
    throw new OutboundRefusal(`The URL exceeds the maximum length of ${MAX_URL_LENGTH} characters.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new OutboundRefusal("Invalid URL. It must start with https://.");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new OutboundRefusal(`The URL must start with https://, not with ${url.protocol.slice(0, 40)}//.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutboundRefusal("The URL must not contain a username or password, because it is displayed and logged.");
  }
  const at = placeOf(url);
  if (url.protocol === "http:" && !plainHttp && !allowed.includes(at)) {
    throw new OutboundRefusal(`The connection to ${url.host} would be unencrypted. Use https://. ${remedy(at)}`);
  }
  return url;
}

export const placeOf = ({ hostname, port, protocol }: URL): HostAndPort => ({
  hostname: hostname.replace(/^\[|\]$/g, ""),
  port: Number(port) || (protocol === "https:" ? 443 : 80),
});
