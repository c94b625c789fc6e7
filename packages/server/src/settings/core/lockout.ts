export interface SettingChange {
  readonly key: string;
  /** What holds for this setting now. */
  readonly before: string;
  /** What would hold once the change is made. */
  readonly after: string;
  /** The origin of the web app that the change comes from; undefined from anywhere else. */
  readonly browserOrigin: string | undefined;
  /** The proxy that the change came through, and whether it would still be believed; undefined: it came directly. */
  readonly proxy: { readonly address: string; readonly isTrusted: boolean } | undefined;
}

/** Why a change would lock people out, its author first of all. Empty when it would not. */
export function lockoutWarnings(change: SettingChange): string[] {
  if (change.key === "deployment.frontend_url") return frontendWarnings(change);
  if (change.key === "security.trusted_proxy_ips") return proxyWarnings(change);
  return change.key.startsWith("security.rate_limit_auth") ? rateWarnings(change) : [];
}

function frontendWarnings({ after, browserOrigin, before }: SettingChange): string[] {
  if (after === before || browserOrigin === after) return [];
  return [
    `Browser sessions will only work at ${after}: everyone at ${browserOrigin ?? before} will be signed out and cannot stay signed in there. Check first that ${after} reaches this server.`,
  ];
}

/** A minute is what the limits are meant for; an hour of waiting after a few typing mistakes is a lockout. */
function rateWarnings({ after }: SettingChange): string[] {
  const [points = "", unit] = after.split("/");
  if (unit !== "hour" || Number(points) >= 60) return [];
  return [
    `After ${points} ${points === "1" ? "attempt" : "attempts"}, an IP address, including your own, has to wait up to an hour. Use a rate per minute.`,
  ];
}

function proxyWarnings({ after, proxy }: SettingChange): string[] {
  const everyone = after.split(",").filter((each) => each.endsWith("/0"));
  const trustsAll = everyone.map(
    (subnet) => `${subnet} trusts everyone: any caller could claim any IP address and bypass the sign-in rate limits.`,
  );
  if (!proxy || proxy.isTrusted) return trustsAll;
  return [
    ...trustsAll,
    `You are connected through the proxy ${proxy.address}, which would no longer be trusted: everyone behind it would count as one IP address and share one sign-in rate limit.`,
  ];
}
