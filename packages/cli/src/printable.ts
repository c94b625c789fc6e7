import { HIDDEN_CHARACTERS } from "@tackroom/contract/hidden-characters";

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "u");
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");
/** Emoji and several scripts are written with these; without them the text is still readable. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;

export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text);

/** Colours and movements of the cursor say nothing. What else begins with an escape stays visible: text can hide in it. */
// oxlint-disable-next-line no-control-regex -- they are what is meant
const CSI = /(?:\u001b\[|\u009b)[\d;?]{0,32}[A-Za-z]/g;

/** A text of others, safe for a terminal: line breaks and tabs stay, everything that is hidden shows as �. */
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

/** The same on one line: a name must not be able to look like a line of ours. */
export const oneLine = (text: string): string => printable(text).replaceAll(/[\r\n\t]+/g, " ");

/** JSON that a terminal can show: equal when it is parsed. */
export const printableJson = (json: string): string =>
  json.replaceAll(ALL_HIDDEN, (character) =>
    /[\t\n\r]/.test(character)
      ? character
      : Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
