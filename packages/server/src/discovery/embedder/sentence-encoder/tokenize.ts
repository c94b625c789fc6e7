/** The longest text that is encoded, the two tokens around it included; the model was tuned on shorter ones. */
export const MAX_TOKENS = 128;
/** Of a longer text only the start is read: it has more tokens than are encoded, or nothing but unknown words. */
const MAX_CHARACTERS = 10_000;
/** A longer word is unknown. */
const MAX_WORD_LENGTH = 100;

const CHINESE = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const WORDS = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

/** Cuts texts into the tokens of BERT's uncased vocabulary (WordPiece), and returns their numbers. */
export function createTokenizer(vocabulary: readonly string[]): (text: string) => number[] {
  const numbers = new Map(vocabulary.map((token, number) => [token, number]));
  const numberOf = (token: string): number => {
    const number = numbers.get(token);
    if (number === undefined) throw new Error(`the vocabulary has no token ${token}`);
    return number;
  };
  const [start, end, unknown] = [numberOf("[CLS]"), numberOf("[SEP]"), numberOf("[UNK]")];

  /** The longest known pieces from left to right; a word that has an unknown part is unknown as a whole. */
  const piecesOf = (word: string): number[] => {
    const characters = Array.from(word);
    if (characters.length > MAX_WORD_LENGTH) return [unknown];
    const pieces: number[] = [];
    for (let from = 0; from < characters.length;) {
      let to = characters.length;
      let found: number | undefined;
      for (; to > from && found === undefined; to -= 1) {
        found = numbers.get((from === 0 ? "" : "##") + characters.slice(from, to).join(""));
      }
      if (found === undefined) return [unknown];
      pieces.push(found);
      from = to + 1;
    }
    return pieces;
  };

  return (text) => {
    const tokens = [start];
    for (const [word] of normalized(text.slice(0, MAX_CHARACTERS)).matchAll(WORDS)) {
      tokens.push(...piecesOf(word));
      if (tokens.length >= MAX_TOKENS) break;
    }
    return [...tokens.slice(0, MAX_TOKENS - 1), end];
  };
}

/** Without control characters, case and accents, and with Chinese characters as words of their own. */
function normalized(text: string): string {
  return text
    .replaceAll(/[\t\n\r]/g, " ")
    .replaceAll(/[\p{C}\ufffd]/gu, "")
    .replaceAll(CHINESE, " $& ")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase();
}
