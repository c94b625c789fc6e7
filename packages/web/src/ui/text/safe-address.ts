const OPENED = new Set(["http:", "https:", "mailto:"]);

/** An absolute address that is safe to link to; undefined for scripts, data and paths of this very site. */
export function safeAddress(href: string): string | undefined {
  try {
    const url = new URL(href);
    return OPENED.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
