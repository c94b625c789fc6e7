import { Lexer, type Token } from "marked";

/** Longer texts are truncated, because they would only slow down the page. */
export const MAX_CHARACTERS = 100_000;

/**
 * The lexer's time is quadratic in the number of these per paragraph: a hundred thousand underscores block a browser for a
 * minute.
 */
const MARKS = /[*_~[\]`<]/g;
const MAX_MARKERS = 150;

/** The lexer recurses for every level of nested quotes and lists. */
const TOO_DEEP = /^(?:[ \t]{200}|(?:[ \t]*>){30}|(?:[-*+>][ \t]+){30}|(?:\d{1,9}[.)][ \t]+){30})/m;

/** The lexer starts over for every additional line of a quote. */
const QUOTES = /^[ \t]*>/gm;
const MAX_QUOTES = 1000;

/** Parses Markdown. Text that would take too long to parse or is nested too deeply stays plain text. */
export function markdownTokens(text: string): readonly Token[] {
  const shown = text.slice(0, MAX_CHARACTERS).replaceAll(/\r\n?/g, "\n");
  if (TOO_DEEP.test(shown) || countOf(QUOTES, shown) > MAX_QUOTES) return [plainToken(shown)];
  const lexer = new Lexer();
  lexer.blockTokens(shown, lexer.tokens);
  // Filled by the blocks: all inline texts that are still to be parsed.
  for (const { src, tokens } of lexer.inlineQueue) {
    if (countOf(MARKS, src) > MAX_MARKERS) tokens.push(plainToken(src));
    else lexer.inlineTokens(src, tokens);
  }
  return lexer.tokens;
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
const plainToken = (text: string): Token => ({ type: "escape", raw: text, text });
