import { isLoopback } from "@tackroom/contract";
import type { Config } from "../config/index.js";

type CredentialConfig = Pick<Config, "gitCloneToken" | "gitCloneTokenUser" | "gitCloneTokenHosts">;

/** The Authorization header for this repository, if the operator has given a token for where it is. */
export function credentialFor(config: CredentialConfig, url: URL): string | undefined {
  const { gitCloneToken: token, gitCloneTokenUser: user, gitCloneTokenHosts: prefixes } = config;
  const isPrivateWay = url.protocol === "https:" || isLoopback(url);
  if (!token || !isPrivateWay || !prefixes.some((prefix) => isUnder(url, prefix))) return undefined;
  return `Basic ${Buffer.from(`${user}:${token.reveal()}`).toString("base64")}`;
}

/** `host/owner` covers `host/owner/repository`, but not `host/owner-two/repository`. */
function isUnder({ host, pathname }: URL, prefix: string): boolean {
  return `${host}${pathname}/`.toLowerCase().startsWith(`${prefix}/`);
}
