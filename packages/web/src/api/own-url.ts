/** The URL if it belongs to this site; undefined for every other one, so that no response can redirect the browser elsewhere. */
export function ownUrl(text: string | undefined, origin: string): string | undefined {
  if (text === undefined || !URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  return url.origin === origin ? url.href : undefined;
}
