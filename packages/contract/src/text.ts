import { Type } from "typebox";
import { HIDDEN_CHARACTERS } from "./hidden-characters.js";

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "u");

/** Between letters of these, joiners decide how words are written. */
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]";
/** What emoji and some scripts cannot be written without. */
const NEEDED = new RegExp(
  [
    "(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]{0,2})\\u200d(?=\\p{Extended_Pictographic})",
    `(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`,
    "(?<=[\\p{Emoji}\\p{S}])\\ufe0f",
    "(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}",
  ].join("|"),
  "gu",
);

/** For what is shown in a list, a sentence or a terminal: names, labels, categories. */
export const isSingleLineText = (text: string): boolean => !HIDDEN.test(text) || !HIDDEN.test(text.replace(NEEDED, ""));

/** For remarks of people, which may have lines and tabs. */
export const isMultiLineText = (text: string): boolean => isSingleLineText(text.replaceAll(/\r\n|[\n\t]/g, ""));

/** The formats that schemas name; every validator of the contract's schemas knows them. */
export const TEXT_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "single-line": isSingleLineText,
  "multi-line": isMultiLineText,
};

interface TextOptions {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly pattern?: string;
  readonly description?: string;
}

export const SingleLineText = (options: TextOptions) =>
  Type.String({
    format: "single-line",
    description: "one line of text without control or invisible characters",
    ...options,
  });

export const MultiLineText = (options: TextOptions) =>
  Type.String({ format: "multi-line", description: "text without control or invisible characters", ...options });
