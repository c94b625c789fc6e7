const MAX_DIMENSIONS = 4096;
const MAX_NAME_LENGTH = 200;

/** The first model that says it embeds, or the first of all. */
export function readModelName(answer: unknown): string | undefined {
  const names = listOf(answer)
    .map(({ id }) => id)
    .filter((id): id is string => typeof id === "string" && id !== "" && id.length <= MAX_NAME_LENGTH);
  return names.find((name) => /embed/i.test(name)) ?? names[0];
}

export type ReadEmbeddings = { readonly vectors: Float32Array[] } | { readonly problem: string };

/** The vectors in the order of the texts, each of length one. */
export function readEmbeddings(answer: unknown, count: number): ReadEmbeddings {
  const found = listOf(answer);
  if (found.length !== count) return { problem: `expected ${count} embeddings, got ${found.length}` };
  const vectors = new Map<number, Float32Array>();
  for (const [position, { index = position, embedding }] of found.entries()) {
    if (!Number.isInteger(index) || vectors.has(index as number))
      return { problem: "an index is missing, duplicated or not an integer" };
    const vector = readVector(embedding);
    if (!vector) return { problem: `an embedding is not a non-zero vector of 1 to ${MAX_DIMENSIONS} finite numbers` };
    vectors.set(index as number, vector);
  }
  const inOrder = Array.from({ length: count }, (_, index) => vectors.get(index));
  const [first] = inOrder;
  const isWhole = (vector: Float32Array | undefined): vector is Float32Array =>
    vector !== undefined && vector.length === first?.length;
  return inOrder.every(isWhole)
    ? { vectors: inOrder }
    : { problem: "some embeddings are missing, or their dimensions differ" };
}

function readVector(embedding: unknown): Float32Array | undefined {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MAX_DIMENSIONS) return undefined;
  if (!embedding.every((number) => typeof number === "number" && Number.isFinite(number))) return undefined;
  const length = Math.hypot(...(embedding as number[]));
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(embedding as number[], (number) => number / length);
}

type Row = Readonly<Record<string, unknown>>;

/** What such services answer with is in `data`. */
function listOf(answer: unknown): readonly Row[] {
  const data: unknown = isRow(answer) ? answer["data"] : undefined;
  return Array.isArray(data) ? data.map((row: unknown) => (isRow(row) ? row : {})) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
