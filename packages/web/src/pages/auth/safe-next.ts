const isControl = (character: string): boolean => character < " " || character === "\u007f";

/** Where to go after sign-in. Only paths of this site are allowed, so that a link cannot redirect to another site. */
export function safeNext(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[^\\]*$/.test(next)) return "/";
  for (const character of next) if (isControl(character)) return "/";
  // Redirecting to the sign-in page again would cause a loop.
  return /^\/(login|register|welcome|forgot-password)(\?|$)/.test(next) ? "/" : next;
}
