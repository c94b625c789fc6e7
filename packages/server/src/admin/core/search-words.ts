/** What was typed, as the words that the index knows: letters and digits, in lower case. */
export function searchWords(typed: string): string[] {
  return typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
