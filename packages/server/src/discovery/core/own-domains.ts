import { IsHostname, IsIPv4 } from "typebox/format";
import { LOCAL_DOMAIN } from "./identifier.js";

/** The domains that only we may publish under. */
export function ownDomains(publisherDomain: string, publicUrl: string): ReadonlySet<string> {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : "";
  const isQualified = host.includes(".") && IsHostname(host) && !IsIPv4(host);
  return new Set([LOCAL_DOMAIN, ...(publisherDomain ? [publisherDomain] : []), ...(isQualified ? [host] : [])]);
}
