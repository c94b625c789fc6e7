/** Shorter words have too many neighbours for one to mean another. */
const MIN_LENGTH = 4;
/** People type the beginning of a word and look what comes up. */
export const MIN_PREFIX_LENGTH = 3;
/** From here on two errors are forgiven. */
const LONG = 8;

/** How sure it is that a word of the catalogue stands for one that was typed, from 0 (not at all) below 1. */
export function likeness(typed: string, known: string): number {
  if (typed.length >= MIN_PREFIX_LENGTH && known.startsWith(typed)) return 0.5 + 0.3 * (typed.length / known.length);
  if (typed.length < MIN_LENGTH || known.length < MIN_LENGTH) return 0;
  if (typed.startsWith(known) && known.length * 2 >= typed.length) return 0.5 + 0.3 * (known.length / typed.length);
  if (known.includes(typed)) return 0.3 + 0.3 * (typed.length / known.length);
  return misspelling(typed, known);
}

/** People rarely get the first letter wrong. */
function misspelling(typed: string, known: string): number {
  const allowed = typed.length >= LONG ? 2 : 1;
  if (typed[0] !== known[0] || Math.abs(typed.length - known.length) > allowed) return 0;
  const errors = editDistance(typed, known, allowed);
  return errors > allowed ? 0 : 0.8 - 0.2 * errors + (errors === 1 && typed.length >= LONG ? 0.1 : 0);
}

/** Letters added, left out, replaced, or swapped with their neighbour; more than `most` of them is any larger number. */
function editDistance(a: string, b: string, most: number): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let errors = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) errors = Math.min(errors, (twoAbove[column - 2] ?? 0) + 1);
      line.push(errors);
      least = Math.min(least, errors);
    }
    if (least > most) return most + 1;
    twoAbove = above;
    above = line;
  }
  return above[b.length] ?? 0;
}
