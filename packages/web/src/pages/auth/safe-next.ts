/** Where to go after signing in: a path of this site and nothing else, or a link could lead to a foreign one. */
export function safeNext(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])[^\\]*$/.test(next)) return "/";
  for (const character of next) if (character.charCodeAt(0) < 0x20) return "/";
  // A sign-in that leads to a sign-in would go round in circles.
  return /^\/(login|register|welcome|forgot-password)(\?|$)/.test(next) ? "/" : next;
}
