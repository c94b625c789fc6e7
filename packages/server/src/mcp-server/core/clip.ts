import { startOf } from "@tackroom/contract/shorten";

/** The beginning of a text that may be long, and a word about how much is missing. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = startOf(text, maxLength);
  return `${kept}… [${text.length - kept.length} more characters]`;
}
