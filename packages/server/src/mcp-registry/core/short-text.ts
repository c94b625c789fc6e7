import { startOf } from "@tackroom/contract/shorten";

const ELLIPSIS = "…";

/** A text in one line of so many characters at most, cut between words. */
export function shortText(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const room = line.slice(0, maxLength - ELLIPSIS.length + 1);
  const space = room.lastIndexOf(" ");
  // A first word that is too long by itself is cut, though not within a character.
  const cut = space > maxLength / 2 ? room.slice(0, space) : startOf(room, room.length - 1);
  return cut.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, "") + ELLIPSIS;
}
