import { BlockList, isIPv6 } from "node:net";

/** Says of an address whether what it forwards (`X-Forwarded-*`) is to be believed, by the list that holds then. */
export function createProxyTrust(current: () => readonly string[]): (address: string) => boolean {
  let proxies = current();
  let trusts = trustOf(proxies);
  return (address) => {
    const wanted = current();
    if (wanted !== proxies) {
      proxies = wanted;
      trusts = trustOf(proxies);
    }
    return trusts(address);
  };
}

function trustOf(proxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    // A dual-stack socket shows IPv4 peers as ::ffff:10.0.0.1.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
    return trusted.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
}
