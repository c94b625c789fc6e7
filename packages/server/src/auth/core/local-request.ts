import { isLoopback } from "@tackroom/contract";

export interface RequestOrigin {
  /** Address of the other end of the connection. */
  readonly peer: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly frontendUrl: string;
}

const LOOPBACK_PEER = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i;
/** The contract's, and those of other proxies and networks that no client sends by itself. */
const FORWARDING_HEADER =
  /^(forwarded|via|x-real-ip|x-client-ip|x-cluster-client-ip|x-forwarded(-.*)?|x-original-.*|true-client-ip|cf-.*|fastly-client-ip)$/i;

/**
 * Whether a request was made on this machine, by someone who meant to: a proxy on this machine speaks for strangers, a
 * foreign page in a local browser is one, and a name that was rebound to 127.0.0.1 brings one.
 */
export function isLocalRequest({ peer, headers, frontendUrl }: RequestOrigin): boolean {
  if (!LOOPBACK_PEER.test(peer ?? "")) return false;
  if (Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))) return false;
  if (String(headers["sec-fetch-site"]).toLowerCase() === "cross-site") return false;
  const frontend = new URL(frontendUrl);
  const host = String(headers["host"] ?? "").toLowerCase();
  if (!isLoopback({ hostname: host.replace(/:\d+$/, "") }) && host !== frontend.host) return false;
  const origin = headers["origin"];
  return origin === undefined || isOriginOf(String(origin), [host, frontend.host]);
}

function isOriginOf(origin: string, hosts: readonly string[]): boolean {
  return /^https?:/i.test(origin) && URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
