const OPENING = new Set("([{");
const CLOSING = new Set(")]}");

/**
 * How deeply brackets are nested, at most. Those in strings and comments count too: no text that people write has hundreds of them
 * open at once.
 */
export function maxNesting(text: string): number {
  let depth = 0;
  let max = 0;
  for (const character of text) {
    if (OPENING.has(character)) {
      depth += 1;
      if (depth > max) max = depth;
    } else if (depth > 0 && CLOSING.has(character)) depth -= 1;
  }
  return max;
}
