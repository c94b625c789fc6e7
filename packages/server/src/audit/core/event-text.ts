/** Longest text of a field that callers choose; what is longer is cut, so that nobody fills the log by its headers. */
export const MAX_TEXT_LENGTH = 1024;

/**
 * Text as both stores can keep it and give it back unchanged, or a hash would no longer fit: PostgreSQL refuses U+0000
 * and halves of surrogate pairs, which a caller may send and a cut may leave.
 */
export function eventText(value: string | undefined): string | null {
  if (value === undefined) return null;
  return value
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll("\u0000", "\uFFFD")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}
