import { HIDDEN_CHARACTERS } from "@tackroom/contract/hidden-characters";

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "u");
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");
/** Emoji and several scripts use these; without them the text is still readable. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;

export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text);

/** Removes colors and cursor movements. Other escape sequences stay visible, because text can hide in them. */
// oxlint-disable-next-line no-control-regex -- they are what is meant
const CSI = /(?:\u001b\[|\u009b)[\d;?]{0,32}[A-Za-z]/g;

/** Makes foreign text safe for a terminal: line breaks and tabs are kept, and hidden characters are shown as �. */
export function printable(text: string): string {
  if (!HIDDEN.test(text)) return text;
  return text
    .replaceAll(CSI, "")
    .replaceAll(JOINERS, "")
    .replaceAll(ALL_HIDDEN, (character, at: number, whole: string) => {
      const isBreak = character === "\n" || character === "\t" || (character === "\r" && whole[at + 1] === "\n");
      return isBreak ? character : "�";
    });
}

/** The same on one line, so that a name cannot imitate a line of our own output. */
export const oneLine = (text: string): string => printable(text).replaceAll(/[\r\n\t]+/g, " ");

/** JSON that is safe to display and parses to the same value. */
export const printableJson = (json: string): string =>
  json.replaceAll(ALL_HIDDEN, (character) =>
    /[\t\n\r]/.test(character)
      ? character
      : Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
