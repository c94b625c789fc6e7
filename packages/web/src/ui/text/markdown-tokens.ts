import { Lexer, type Token } from "marked";

/** More than anyone reads on a page; the rest would only make it slow. */
export const MAX_CHARACTERS = 100_000;

/**
 * The lexer's time grows with the square of how many of these one paragraph has: a hundred thousand underscores keep a
 * browser busy for a minute.
 */
const MARKS = /[*_~[\]`<]/g;
const MAX_MARKERS = 150;

/** Quotes and lists inside each other many times over: nobody reads them, and the lexer calls itself for each. */
const TOO_DEEP = /^(?:[ \t]{200}|(?:[ \t]*>){30}|(?:[-*+>][ \t]+){30}|(?:\d{1,9}[.)][ \t]+){30})/m;

/** Every further line of a quote makes the lexer begin with the quote again. */
const QUOTES = /^[ \t]*>/gm;
const MAX_QUOTES = 1000;

/** What a text means. What would take too long to find out, or is nested too deep, is plain text. */
export function markdownTokens(text: string): readonly Token[] {
  const shown = text.slice(0, MAX_CHARACTERS).replaceAll(/\r\n?/g, "\n");
  if (TOO_DEEP.test(shown) || countOf(QUOTES, shown) > MAX_QUOTES) return [plainToken(shown)];
  const lexer = new Lexer();
  lexer.blockTokens(shown, lexer.tokens);
  // Filled by the blocks: every piece of text in them that is still to be read.
  for (const { src, tokens } of lexer.inlineQueue) {
    if (countOf(MARKS, src) > MAX_MARKERS) tokens.push(plainToken(src));
    else lexer.inlineTokens(src, tokens);
  }
  return lexer.tokens;
}

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;
const plainToken = (text: string): Token => ({ type: "escape", raw: text, text });
