/** Another registry that a client may ask itself, as ARD has it. */
export interface RegistryReferral {
  readonly identifier: string;
  readonly displayName: string;
  readonly type: "application/ai-registry+json";
  /** Where it takes searches. */
  readonly url: string;
}

/** The registries of the allow-list. What they call themselves only they know, so their addresses name them. */
export function referralsOf(baseUrls: readonly string[]): RegistryReferral[] {
  return baseUrls.map((baseUrl) => {
    const { hostname, host, port, pathname } = new URL(baseUrl);
    const parts = [...(port === "" ? [] : [port]), ...pathname.split("/").filter((part) => part !== "")];
    return {
      identifier: ["urn:air", safe(hostname, /[^a-zA-Z0-9.-]+/g), "registry", ...named(parts)].join(":"),
      displayName: host,
      type: "application/ai-registry+json",
      url: `${baseUrl}/search`,
    };
  });
}

const named = (parts: readonly string[]): string[] =>
  parts.length === 0 ? ["search"] : parts.map((part) => safe(part, /[^a-zA-Z0-9._-]+/g));

/** An address of IPv6, for one, has characters that identifiers have not. */
const safe = (text: string, others: RegExp): string => text.replace(others, "-");
