import { isIPv6 } from "node:net";

export interface HostAndPort {
  readonly hostname: string;
  readonly port: number;
}

/** What the operator lets through by name, as `host` for all its ports or as `host:port`. */
export interface AllowedHosts {
  includes(at: HostAndPort): boolean;
}

export function createAllowedHosts(hosts: readonly string[]): AllowedHosts {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return {
    includes: (at) => allowed.has(bracketed(at.hostname)) || allowed.has(hostAndPort(at)),
  };
}

/** As `OUTBOUND_ALLOWED_HOSTS` has it. */
export const hostAndPort = ({ hostname, port }: HostAndPort): string => `${bracketed(hostname)}:${port}`;

const bracketed = (hostname: string): string => (isIPv6(hostname) ? `[${hostname}]` : hostname).toLowerCase();
