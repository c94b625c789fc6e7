import { isLoopback } from "@tackroom/contract";

/** What no web page sends is from no web page: programs name no origin. */
export function mayComeFrom(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  const from = originOf(origin);
  if (from === undefined) return false;
  const own = allowed.flatMap((url) => originOf(url) ?? []);
  if (own.some((each) => each.origin === from.origin)) return true;
  // On a machine that serves itself only, pages of that machine may call it, whichever port they come from.
  return isLoopback(from) && own.some(isLoopback);
}

function originOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
