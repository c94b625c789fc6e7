import type { GitHost } from "@tackroom/contract";

/**
 * What two addresses of one repository have in common: `host/path` in lower case, without the scheme, a user, `.git` and
 * slashes at the end. Undefined if it is not the address of a repository.
 */
export function repositoryKey(address: string): string | undefined {
  const [, scpHost, scpPath] = /^(?:[^\s/@:]+@)([^\s/:]+):(?!\/\/)([^\s]*)$/.exec(address) ?? [];
  if (scpHost !== undefined && scpPath !== undefined) return keyOf(scpHost, scpPath);
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(address);
  if (!/^(https?|ssh|git):$/.test(protocol)) return undefined;
  // Where a host listens for SSH says nothing about where it serves the same repository over HTTP.
  const isWeb = protocol === "http:" || protocol === "https:";
  return keyOf(isWeb && port !== "" ? `${hostname}:${port}` : hostname, pathname);
}

function keyOf(host: string, path: string): string | undefined {
  const name = path
    .replace(/^\/+/, "")
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/i, "")
    .replace(/(?<!\/)\/+$/, "");
  return name === "" ? undefined : `${host}/${name}`.toLowerCase();
}

/** Whether one of these addresses is that of the listing's repository. */
export function isSameRepository(gitUrl: string, addresses: readonly string[]): boolean {
  const own = repositoryKey(gitUrl);
  return own !== undefined && addresses.some((address) => repositoryKey(address) === own);
}

/** Host B by its product name in the host name, or by the neutral names of the specification. */
export function detectHost(gitUrl: string): GitHost {
  const host = (repositoryKey(gitUrl) ?? "").split("/")[0] ?? "";
  return /gitlab|host[_-]?b/.test(host) ? "host_b" : "host_a";
}
