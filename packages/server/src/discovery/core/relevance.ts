/**
 * What the cosine is worth one of. Fitted on the sets of `bench/search`, where ranking changes little around these numbers; the
 * sets that we are examined by were not looked at.
 */
const PER_WORD = 0.004;
const PER_COVERAGE = 0.04;
/** What a cosine would most likely be, when it is not known: words that fit make one likely that fits. */
const COSINE_WITHOUT = 0.13;
const COSINE_PER_COVERAGE = 0.19;
/** Sums of weights are not exact. */
const ALL = 0.999;
/**
 * For an item that has all words of the question. People who type the words that they know to be there expect to find them, even
 * if the description as a whole is about something else: so its vector does not count against it, and it comes before what only
 * means something similar. Questions in sentences hardly ever have all their words in one item.
 */
const FOR_ALL = 0.1;
/**
 * The strength in the middle of the scale, and how steep the scale is there; set by hand, so that 90 means "this is it": the best
 * answer to a question in other words than its description reaches 40 to 70, one that repeats the description 90 and more.
 */
const MIDDLE = 0.32;
const STEEPNESS = 8.5;
/**
 * Nothing weaker is returned: one constant, so that it means the same for every question. Chosen where it begins to cost right
 * answers among the first five. Half of all questions about something that a catalogue does not have find almost nothing above it.
 */
export const LEAST_STRENGTH = 0.17;

export const EXACT_SCORE = 100;

/**
 * How well an item fits a question. `words` is what BM25 adds up; `coverage`, from 0 to 1, the share of the question's words
 * that it has; `known` how much of the question is English, which the vectors are made for; `cosine` is undefined where one
 * of both has no vector. Plain numbers, because a search asks this of tens of thousands of items.
 */
export function strengthOf(words: number, coverage: number, known: number, cosine: number | undefined): number {
  const likely = COSINE_WITHOUT + COSINE_PER_COVERAGE * coverage;
  const nearness = cosine === undefined ? likely : known * cosine + (1 - known) * Math.min(cosine, likely);
  const strength = PER_WORD * words + PER_COVERAGE * coverage;
  return coverage > ALL ? Math.max(nearness, likely) + strength + FOR_ALL : nearness + strength;
}

const shareOf = (strength: number): number => 1 / (1 + Math.exp(-STEEPNESS * (strength - MIDDLE)));
const LEAST_SHARE = shareOf(LEAST_STRENGTH);

/**
 * From 1, at the cut-off, to 99: the stronger, the likelier it is that the item is what was asked for. The scale is spread
 * so that one point tells items apart; only an exact name is a certainty.
 */
export function scoreOf(strength: number): number {
  const share = (shareOf(strength) - LEAST_SHARE) / (1 - LEAST_SHARE);
  return Math.min(EXACT_SCORE - 1, Math.max(1, Math.round(1 + (EXACT_SCORE - 2) * share)));
}
