/** The beginning of a text that may be long, and a word about how much is missing. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // Half of a character that takes two places would be no character.
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  const kept = text.slice(0, isHalf ? maxLength - 1 : maxLength);
  return `${kept}… [${text.length - kept.length} more characters]`;
}
