import { ANCHORS, secretAt, type Anchor } from "./anchors.js";
import { commandAt, COMMANDS, type Command } from "./command-secrets.js";
import type { TextRange } from "./text-range.js";
import { nextWord, placeOfPair, placesOf, wordTable } from "./word-start.js";

interface Entry {
  readonly start: string;
  /** The code of its third character, if it has one: cheaper to look at than all of it. */
  readonly third: number;
  readonly anchor: Anchor | undefined;
  readonly command: Command | undefined;
}

const NONE = -1;
const thirdOf = (start: string): number => (start.length > 2 ? start.charCodeAt(2) : NONE);

const ENTRIES: readonly Entry[] = [
  ...ANCHORS.flatMap((anchor) =>
    anchor.starts.map((start) => ({ start, third: thirdOf(start), anchor, command: undefined })),
  ),
  ...COMMANDS.flatMap((command) =>
    command.starts.map((start) => ({ start, third: thirdOf(start), anchor: undefined, command })),
  ),
];

/** Those of each place of the table. */
const BY_PLACE: (readonly Entry[])[] = [];
for (const entry of ENTRIES) {
  for (const place of placesOf(entry.start)) BY_PLACE[place] = [...(BY_PLACE[place] ?? []), entry];
}
const TABLE = wordTable(ENTRIES.map(({ start }) => start));

/** The secrets of a text that tell by how they begin, or that follow a word which says so. One pass over the text. */
export function findAnchoredSecrets(text: string): TextRange[] {
  const found: TextRange[] = [];
  const cursor = { at: 0, afterEscape: -1 };
  // The arguments of a command are read once, whatever other commands seem to begin among them.
  let commandEnd = 0;
  for (let index = nextWord(text, cursor, TABLE); index !== -1; index = nextWord(text, cursor, TABLE)) {
    const third = text.charCodeAt(index + 2);
    for (const entry of BY_PLACE[placeOfPair(text, index)] ?? []) {
      if (entry.third !== third && entry.third !== NONE) continue;
      if (!text.startsWith(entry.start, index)) continue;
      const secret = entry.anchor && secretAt(text, index, entry.anchor);
      if (secret) {
        found.push(secret);
        cursor.at = secret.end;
        break;
      }
      if (entry.command === undefined || index < commandEnd) continue;
      const { end, secrets } = commandAt(text, index, entry.command);
      commandEnd = end;
      found.push(...secrets);
    }
  }
  return found;
}
