const OPENED = new Set(["http:", "https:", "mailto:"]);

/** An absolute URL that is safe to link to; undefined for scripts, data URLs and paths of this site. */
export function safeAddress(href: string): string | undefined {
  try {
    const url = new URL(href);
    return OPENED.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
