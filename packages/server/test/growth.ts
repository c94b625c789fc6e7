import type { TextOf } from "./attack-texts.js";

const MAX_ROUNDS = 48;
/** So many rounds in a row no machine is interrupted. */
const MIN_ROUNDS = 6;
const PAUSE_MS = 25;
const PLAIN_TIMES = 4;
/** What takes no longer than a few plain searches is too short to be compared with itself. */
const EFFORTLESS = 20;

const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(4));

export interface Measured {
  /** How much longer the large text takes than the small one. */
  readonly growth: number;
  /** How much longer the large text takes than a plain search through it. */
  readonly effort: number;
}

export interface Sizes {
  readonly small: number;
  readonly large: number;
  /** A pattern that reads thousands of characters from each place grows with the text alone, too. */
  readonly maxEffort?: number;
}

/** No noise makes up for this after a few rounds; measuring it again would only take minutes. */
const HOPELESS = 1000;

/**
 * Measures work on a text of two sizes, by the least of several rounds, since a busy machine only ever makes work slower: no
 * more of them than it takes to see that the time grows with the text, and undefined when it does.
 */
export function superlinear(
  work: (text: string) => void,
  textOf: TextOf,
  { small, large, maxEffort = 40 }: Sizes,
): Measured | undefined {
  const [less, more] = [textOf(small), textOf(large)];
  if (timeOf(() => work(more)) <= EFFORTLESS * plainTime(more)) return undefined;
  const least = { less: Infinity, more: Infinity, plain: Infinity };
  let found: Measured = { growth: Infinity, effort: Infinity };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    least.less = Math.min(
      least.less,
      timeOf(() => work(less)),
    );
    least.more = Math.min(
      least.more,
      timeOf(() => work(more)),
    );
    // Several times: it is so short that one interruption would make any work look light beside it.
    for (let time = 0; time < PLAIN_TIMES; time += 1) {
      least.plain = Math.min(
        least.plain,
        timeOf(() => search(more)),
      );
    }
    found = { growth: least.more / least.less, effort: least.more / least.plain };
    const grows = found.growth > (large / small) ** 1.6 && found.effort > EFFORTLESS;
    if (!grows && found.effort <= maxEffort) return undefined;
    if (found.effort > HOPELESS && round >= MIN_ROUNDS - 1) break;
    // Whatever keeps the machine busy at the moment may be over by then.
    Atomics.wait(NEVER_WOKEN, 0, 0, PAUSE_MS);
  }
  return found;
}

/** The texts on which work takes longer than they are long. */
export function slowTexts(
  work: (text: string) => void,
  attacks: readonly TextOf[],
  sizes: Sizes,
): (Measured & { readonly text: string })[] {
  return attacks.flatMap((textOf) => {
    const found = superlinear(work, textOf, sizes);
    return found === undefined ? [] : [{ ...found, text: textOf(100) }];
  });
}

const plainTimes = new Map<number, number>();

/** What a plain search through a text of this length takes: it looks at every place, whatever is there. */
function plainTime(text: string): number {
  const times = () => Array.from({ length: PLAIN_TIMES }, () => timeOf(() => search(text)));
  const known = plainTimes.get(text.length) ?? Math.min(...times());
  plainTimes.set(text.length, known);
  return known;
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Looks at each place for something that it never finds. */
function search(text: string): number {
  return text.search(/[^\u00ff]{8}\u00ff/);
}

/** A pattern wherever it fits, as a scanner would use it. */
export function matchAll(pattern: RegExp): (text: string) => void {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replaceAll(/[gy]/g, "")}g`);
  return (text) => {
    // Without the matches themselves: to collect them afterwards takes longer than to find them.
    everywhere.lastIndex = 0;
    for (let last = -1; everywhere.test(text); last = everywhere.lastIndex) {
      if (everywhere.lastIndex === last) everywhere.lastIndex += 1;
    }
  };
}
