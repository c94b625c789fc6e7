const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Part of a `URL`, which spells names in lower case and IPv6 addresses in brackets. */
interface Host {
  readonly hostname: string;
}

/** Whether what is sent to a host stays on this machine. */
export const isLoopback = ({ hostname }: Host): boolean => LOOPBACK.test(hostname);

/**
 * RFC 6761 reserves all names under `localhost` as well, but some resolvers ask the network for them: not for deciding who
 * may call a server.
 */
export const isLocalName = (host: Host): boolean => isLoopback(host) || /^(?:[^.]+\.)+localhost$/.test(host.hostname);
