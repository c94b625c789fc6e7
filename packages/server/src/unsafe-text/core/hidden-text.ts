import type { FieldError } from "@tackroom/contract";
import { walkTexts, type FoundText } from "./walk-texts.js";

/**
 * Everything that can hide text or turn its direction: controls, bidirectional controls, zero-width and filler
 * characters, variation selectors, tags, and halves of surrogate pairs, which no store or digest can take.
 */
export const SUSPECT = new RegExp(
  [
    "(?![\\t\\n\\r])\\p{Cc}",
    "\\p{Cs}",
    "[\\u{AD}\\u{34F}\\u{61C}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}\\u{180B}-\\u{180F}\\u{200B}-\\u{200F}\\u{202A}-\\u{202E}]",
    "[\\u{2060}-\\u{206F}\\u{3164}\\u{FE00}-\\u{FE0F}\\u{FEFF}\\u{FFA0}\\u{FFF9}-\\u{FFFB}\\u{E0000}-\\u{E0FFF}]",
  ].join("|"),
  "gu",
);

const NAMES: Readonly<Record<number, string>> = {
  0x00: "null",
  0x1b: "escape",
  0xad: "soft hyphen",
  0x61c: "Arabic letter mark",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0xfeff: "byte order mark",
};

const MAX_PLACES = 3;
/** A text made of them has a million; nobody needs to know how many exactly. */
const MAX_COUNTED = 1000;

/** Finds characters that readers cannot see or that change what they see, in every text of a value. */
export function findHiddenText(value: unknown, path = ""): FieldError[] {
  return walkTexts(value, path, look);
}

function look({ text, path }: FoundText): FieldError[] {
  const found = suspects(text, path);
  if (found.length === 0) return [];
  const places = found.slice(0, MAX_PLACES).map((index) => `${nameOf(text, index)} at ${positionOf(text, index)}`);
  const others = found.length - MAX_PLACES;
  const more = others > 0 ? `, and ${others}${found.length === MAX_COUNTED ? " or" : ""} more` : "";
  const remedy = "Remove them, or use escape sequences where code needs them.";
  return [{ path, message: `This contains invisible characters: ${places.join(", ")}${more}. ${remedy}` }];
}

function suspects(text: string, path: string): number[] {
  const found: number[] = [];
  for (const { index } of text.matchAll(SUSPECT)) {
    if (isNeeded(text, index) || isLeadingMark(text, index, path)) continue;
    if (found.push(index) === MAX_COUNTED) break;
  }
  return found;
}

/** Editors on Windows begin files with it; it is taken off where the file is read. */
function isLeadingMark(text: string, index: number, path: string): boolean {
  return index === 0 && text.codePointAt(0) === 0xfeff && path.endsWith("content");
}

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
/** Between letters of these, joiners decide how words are written. */
const JOINING =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]$/u;
const VARIED = /^[\p{Emoji}\p{S}\p{P}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Myanmar}]$/u;
const IDEOGRAPH = /^\p{Script=Han}$/u;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;
/** A region's flag: a black flag, the letters of the region as tags, and the tag that ends them. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/u;
/** Code units, two for each character. */
const MAX_FLAG_LENGTH = 16;

/** Emoji and some scripts cannot be written without. One selector may follow a character, since runs of them hide text. */
function isNeeded(text: string, index: number): boolean {
  const code = text.codePointAt(index) ?? 0;
  const before = characterBefore(text, index);
  if (code === 0x200c || code === 0x200d) return joins(text, index, code === 0x200d);
  if (code >= 0xfe00 && code <= 0xfe0f) return VARIED.test(before);
  if (code >= 0x180b && code <= 0x180f) return MONGOLIAN.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return IDEOGRAPH.test(before);
  return code >= 0xe0020 && code <= 0xe007f && isInFlag(text, index);
}

function joins(text: string, index: number, emoji: boolean): boolean {
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  const before = characterBefore(text, index);
  if (JOINING.test(before) && JOINING.test(after)) return true;
  return emoji && PICTOGRAPH.test(after) && PICTOGRAPH.test(pictureBefore(text, index));
}

/** Skips what may stand between a picture and the joiner: its selector and the tone of its skin. */
function pictureBefore(text: string, index: number): string {
  let at = index;
  let before = characterBefore(text, at);
  for (let step = 0; step < 2 && /^(?:\uFE0F|\p{Emoji_Modifier})$/u.test(before); step += 1) {
    at -= before.length;
    before = characterBefore(text, at);
  }
  return before;
}

function isInFlag(text: string, index: number): boolean {
  const from = Math.max(0, index - MAX_FLAG_LENGTH);
  const black = text.slice(from, index).lastIndexOf("\u{1F3F4}");
  if (black === -1) return false;
  const start = from + black;
  const flag = FLAG.exec(text.slice(start, start + MAX_FLAG_LENGTH));
  return flag?.index === 0 && index < start + flag[0].length;
}

function characterBefore(text: string, index: number): string {
  const isPair = /[\uDC00-\uDFFF]/.test(text[index - 1] ?? "") && /[\uD800-\uDBFF]/.test(text[index - 2] ?? "");
  return text.slice(Math.max(0, index - (isPair ? 2 : 1)), index);
}

function nameOf(text: string, index: number): string {
  const code = text.codePointAt(index) ?? 0;
  const name = NAMES[code];
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}${name === undefined ? "" : ` (${name})`}`;
}

function positionOf(text: string, index: number): string {
  const before = text.slice(0, index);
  const line = before.split("\n").length;
  const inLine = before.slice(before.lastIndexOf("\n") + 1);
  // People count characters, of which some are pairs of surrogates.
  const pairs = inLine.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  return `${line}:${inLine.length - pairs + 1}`;
}
