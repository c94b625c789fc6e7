import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** What the library calls the ranges that are not simply out there; one that is not named here is reserved. */
const RANGES: Readonly<Record<string, string>> = {
  unspecified: "the unspecified address",
  loopback: "a loopback address",
  private: "a private address",
  uniqueLocal: "a private address",
  deprecatedSiteLocal: "a private address",
  linkLocal: "a link-local address",
  carrierGradeNat: "a carrier-grade NAT address",
  multicast: "a multicast address",
  broadcast: "the broadcast address",
  rfc6052: "an IPv4-translated address",
  rfc6145: "an IPv4-translated address",
  "6to4": "an IPv4 tunnel address",
  teredo: "an IPv4 tunnel address",
};

/** A public address by its range, but only virtual machines of one provider reach it, and it hands them credentials. */
const AZURE_HOST = "168.63.129.16";

/** All that has been given out of IPv6 so far; whatever else is routed is routed inside. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Undefined for a public address; for any other, what it is, to complete "10.0.0.1 is …". */
export function nonPublic(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return "an invalid address";
  // Turns an IPv4 address that is written as IPv6 into what will be connected to.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range !== "unicast") return RANGES[range] ?? "a reserved address";
  if (parsed.toString() === AZURE_HOST) return "a metadata address";
  return isIPv6(parsed.toString()) && !parsed.match(GLOBAL_IPV6) ? "a reserved address" : undefined;
}
