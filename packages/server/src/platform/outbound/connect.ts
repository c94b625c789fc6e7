import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { nonPublic } from "./addresses.js";
import { hostAndPort, type AllowedHosts, type HostAndPort } from "./allowed-hosts.js";
import { OutboundError, OutboundRefusal } from "./outbound-error.js";

/** Every address of a name, as the system finds them. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

export interface Gate {
  /** The addresses that may be connected to; throws when one of them may not. */
  admit(at: HostAndPort): Promise<LookupAddress[]>;
}

/** What is merely inside the operator's own network; link-local and metadata addresses are not. */
const INTERNAL: ReadonlySet<string> = new Set([
  "a loopback address",
  "a private address",
  "a carrier-grade NAT address",
]);

export function createGate(allowed: AllowedHosts, lookup: Lookup, allowsInternal = false): Gate {
  return {
    async admit(at) {
      const addresses = await addressesOf(at.hostname, lookup);
      if (allowed.includes(at)) return addresses;
      for (const { address } of addresses) {
        const what = nonPublic(address);
        if (what && !(allowsInternal && INTERNAL.has(what))) throw refusal(at, address, what);
      }
      return addresses;
    },
  };
}

/** Who gives a name need not know the operator's network: the address that it leads to is in the cause, for logs only. */
function refusal(at: HostAndPort, address: string, what: string): OutboundRefusal {
  const isAddress = at.hostname === address;
  return new OutboundRefusal(`${at.hostname} ${isAddress ? "is" : "resolves to"} ${what}. ${remedy(at)}`, {
    cause: isAddress ? undefined : new Error(`${at.hostname} resolves to ${address}`),
  });
}

export const remedy = (at: HostAndPort): string =>
  `To allow it, set OUTBOUND_ALLOWED_HOSTS=${hostAndPort(at)} on the server.`;

async function addressesOf(hostname: string, lookup: Lookup): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  const addresses = await lookup(hostname).catch((error: unknown) => {
    throw new OutboundError(`Could not resolve ${hostname}.`, {
      cause: error,
    });
  });
  if (addresses.length === 0) throw new OutboundError(`${hostname} has no IP address.`);
  return addresses;
}

const CONNECT_LIMIT_MS = 10_000;

/**
 * The only way out. The name is looked up once for each connection, and the connection goes to an address of that very
 * answer: a name that changes between two lookups gains nothing.
 */
export function createConnect(gate: Gate): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
    gate
      .admit({ hostname: options.hostname, port })
      .then((addresses) =>
        buildConnector({ timeout: CONNECT_LIMIT_MS, lookup: pinnedTo(addresses) })(options, callback),
      )
      .catch((error: unknown) => callback(error as Error, null));
  };
}

const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  };
