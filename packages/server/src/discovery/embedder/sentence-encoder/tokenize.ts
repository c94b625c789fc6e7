/** A piece of text and its logarithmic likelihood; its place in the list is its number. */
export type Vocabulary = readonly (readonly [piece: string, likelihood: number])[];

/** The first few are marks of the model, not text. */
const MARKS = 6;
const UNKNOWN = 0;
const SPACE = "▁";
/** What comes after the model's window is never looked at, so it need not be cut into pieces either. */
const MAX_CHARACTERS = 2000;

interface Step {
  readonly likelihood: number;
  readonly from: number;
  readonly piece: number;
}

/** Cuts texts into the most likely pieces of a vocabulary. */
export function tokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const numberOf = new Map<string, number>();
  let longest = 1;
  vocabulary.forEach(([piece], number) => {
    if (number < MARKS) return;
    numberOf.set(piece, number);
    longest = Math.max(longest, Array.from(piece).length);
  });

  const stepsFrom = (characters: readonly string[], from: number, best: (Step | undefined)[]): void => {
    const before = best[from]?.likelihood ?? 0;
    const reach = (to: number, piece: number, likelihood: number): void => {
      const known = best[to];
      if (!known || likelihood >= known.likelihood) best[to] = { likelihood, from, piece };
    };
    let text = "";
    let found = false;
    for (let to = from + 1; to <= Math.min(characters.length, from + longest); to += 1) {
      text += characters[to - 1];
      const piece = numberOf.get(text);
      if (piece === undefined) continue;
      found = true;
      reach(to, piece, before + (vocabulary[piece]?.[1] ?? 0));
    }
    if (!found) reach(from + 1, UNKNOWN, before);
  };

  return (text) => {
    const whole = text.slice(0, MAX_CHARACTERS).normalize("NFKC");
    const characters = whole === "" ? [] : Array.from(SPACE + whole.replaceAll(" ", SPACE));
    const best: (Step | undefined)[] = [];
    for (let from = 0; from < characters.length; from += 1) stepsFrom(characters, from, best);
    return piecesOf(best, characters.length);
  };
}

/** Unknown characters that follow one another are one unknown piece. */
function piecesOf(best: readonly (Step | undefined)[], end: number): number[] {
  const pieces: number[] = [];
  for (let at = end; at > 0;) {
    const step = best[at];
    if (!step) throw new Error(`no token ends at character ${at}`);
    if (step.piece !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(step.piece);
    at = step.from;
  }
  return pieces.toReversed();
}
