/** The first so many characters, and never half of one that takes two places, such as an emoji. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}

/** At most so many characters, the last of which is "…" if something is left out. */
export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${startOf(text, length - 1)}…`;
