import type { SsoMethod } from "@tackroom/contract";
import { findUser, type Providers } from "../auth/index.js";
import { createProxyTrust, type Call, type CallContext } from "../platform/http/index.js";
import type { Db } from "../platform/relational/tx.js";
import { definitionOf, lockoutWarnings, parseGiven, type ManagedSettings, type SettingKey } from "../settings/index.js";

export interface LockoutDeps {
  readonly settings: Pick<ManagedSettings, "show" | "text">;
  readonly db: Db;
  readonly providers: Pick<Providers, "offered">;
}

/** Why a change of this setting would lock people out; asked before it is made, because afterwards it may be too late. */
export async function warningsOfChange(
  { settings, db, providers }: LockoutDeps,
  { key, text }: { readonly key: SettingKey; readonly text: string },
  { caller, call }: CallContext,
): Promise<string[]> {
  const account = await findUser(db, caller.userId);
  return lockoutWarnings({
    key,
    before: settings.text(key),
    after: (of) => (of === key ? text : settings.text(of as SettingKey)),
    author: account && { email: account.email, role: account.role, signsInWith: account.auth_provider },
    offered: offeredAfter(providers.offered(), { key, text }),
    browserOrigin: call.headers["x-tackroom-client"] === "web" ? call.headers.origin : undefined,
    proxy: proxyOf(call, key === "security.trusted_proxy_ips" ? text : settings.text("security.trusted_proxy_ips")),
  });
}

/** SAML is the one that a change of its settings ends at once. */
const offeredAfter = (
  offered: readonly SsoMethod[],
  { key, text }: { readonly key: SettingKey; readonly text: string },
): readonly SsoMethod[] =>
  key.startsWith("saml.idp_") && text === "" ? offered.filter((method) => method !== "saml") : offered;

function proxyOf(call: Call, trusted: string): { address: string; isTrusted: boolean } | undefined {
  if (call.peer === undefined || call.headers["x-forwarded-for"] === undefined) return undefined;
  const parsed = parseGiven(definitionOf("security.trusted_proxy_ips").kind, trusted);
  const proxies = "value" in parsed ? (parsed.value as readonly string[]) : [];
  return { address: call.peer, isTrusted: createProxyTrust(() => proxies)(call.peer) };
}
