/** What the built-in model has. */
const FEW_DIMENSIONS = 384;
/** Longer vectors are folded to that. */
const MAX_DIMENSIONS = 640;
export const MAX_CODE_BYTES = MAX_DIMENSIONS / 8;

/** How many numbers are kept of vectors that are so long. */
export const dimensionsFor = (length: number): number => (length <= FEW_DIMENSIONS ? FEW_DIMENSIONS : MAX_DIMENSIONS);

/** To length one; of a longer vector, numbers are added up with alternating signs, which keeps angles nearly as they are. */
export function fitted(vector: Float32Array, dimensions: number): Float32Array {
  const numbers = new Float32Array(dimensions);
  let squares = 0;
  vector.forEach((number, at) => {
    const to = at % dimensions;
    const turn = Math.floor(at / dimensions);
    const sign = turn === 0 || Math.imul(at, 0x9e_37_79_b1) >>> 31 === 0 ? 1 : -1;
    numbers[to] = (numbers[to] ?? 0) + sign * number;
    squares += number * number;
  });
  const length = Math.sqrt(squares) || 1;
  return numbers.map((number) => number / length);
}

/** What to multiply with so that the largest becomes `most`, and what to multiply with to get back. */
export function scaling(numbers: Float32Array, most: number): { factor: number; scale: number } {
  let largest = 1e-9;
  for (const number of numbers) largest = Math.max(largest, Math.abs(number));
  return { factor: most / largest, scale: largest / most };
}

export function writeCode(numbers: Float32Array, code: Uint8Array): void {
  for (let byte = 0; byte < code.length; byte += 1) {
    let bits = 0;
    for (let bit = 0; bit < 8; bit += 1) if ((numbers[byte * 8 + bit] ?? 0) > 0) bits |= 1 << bit;
    code[byte] = bits;
  }
}
