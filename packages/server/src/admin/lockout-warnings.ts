import { createProxyTrust, type Call } from "../platform/http/index.js";
import { definitionOf, lockoutWarnings, parseGiven, type ManagedSettings, type SettingKey } from "../settings/index.js";

export interface LockoutDeps {
  readonly settings: Pick<ManagedSettings, "show" | "text">;
}

/** Why a change of this setting would lock people out; asked before it is made, because afterwards it may be too late. */
export function warningsOfChange(
  { settings }: LockoutDeps,
  { key, text }: { readonly key: SettingKey; readonly text: string },
  call: Call,
): string[] {
  return lockoutWarnings({
    key,
    before: settings.text(key),
    after: text,
    browserOrigin: call.headers["x-tackroom-client"] === "web" ? call.headers.origin : undefined,
    proxy: proxyOf(call, key === "security.trusted_proxy_ips" ? text : settings.text("security.trusted_proxy_ips")),
  });
}

function proxyOf(call: Call, trusted: string): { address: string; isTrusted: boolean } | undefined {
  if (call.peer === undefined || call.headers["x-forwarded-for"] === undefined) return undefined;
  const parsed = parseGiven(definitionOf("security.trusted_proxy_ips").kind, trusted);
  const proxies = "value" in parsed ? (parsed.value as readonly string[]) : [];
  return { address: call.peer, isTrusted: createProxyTrust(() => proxies)(call.peer) };
}
