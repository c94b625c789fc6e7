/** What identifies an item to people here. */
export interface Named {
  readonly namespace: string;
  readonly slug: string;
}

const MAX_LENGTH = 200;

/**
 * The domain with its labels in reverse. A domain that would make names too long loses its innermost labels: all names here
 * begin with the same.
 */
export function reverseDomain(domain: string, restLength = 0): string {
  const labels = domain.toLowerCase().split(".").toReversed();
  const kept = labels.filter((_label, index) => labels.slice(0, index + 1).join(".").length + restLength <= MAX_LENGTH);
  return kept.join(".") || "local";
}

/** The longest that a namespace and a slug are together, so that all names of a registry begin alike. */
const MAX_REST = 100;

/** `com.example.tackroom/ada.github-tools`: a slug has no dot, so the last one parts it from its namespace. */
export const serverName = (domain: string, { namespace, slug }: Named): string =>
  `${reverseDomain(domain, MAX_REST)}/${namespace}.${slug}`;

/** Undefined for a name that no server here has. */
export function readServerName(text: string, domains: readonly string[]): Named | undefined {
  const [publisher = "", rest = "", ...more] = text.split("/");
  const dot = rest.lastIndexOf(".");
  const isOurs = domains.some((domain) => reverseDomain(domain, MAX_REST) === publisher.toLowerCase());
  if (!isOurs || more.length > 0 || dot < 1 || dot === rest.length - 1) return undefined;
  return { namespace: rest.slice(0, dot), slug: rest.slice(dot + 1) };
}

/** What to look for in names and texts here: the beginning that all names share finds nothing. */
export function searchWithoutPublisher(search: string, domains: readonly string[]): string {
  const prefixes = domains.map((domain) => `${reverseDomain(domain, MAX_REST)}/`);
  const prefix = prefixes.find((each) => search.toLowerCase().startsWith(each)) ?? "";
  return search.slice(prefix.length).trim();
}
