import { OutboundError, type Outbound } from "../platform/outbound/index.js";
import type { Embedder } from "./embedder/embedder.js";
import { readEmbeddings, readModelName } from "./core/embedding-answers.js";

const MAX_TEXTS_PER_BATCH = 64;
const LIMIT_MS = 30_000;
/** One text is a question, and someone waits for its answer: then words have to do. */
const QUERY_LIMIT_MS = 3000;
/** Numbers as text, for as many vectors as are asked for at once. */
const MAX_BYTES = 16 * 1024 ** 2;

/** A service that speaks as OpenAI's does, at `discovery.embedding_url`. Throws an `OutboundError` when it is of no use. */
export async function createRemoteEmbedder(outbound: Pick<Outbound, "fetch">, baseUrl: string): Promise<Embedder> {
  const name = await modelAt(outbound, baseUrl);

  const embedSome = async (input: readonly string[]): Promise<Float32Array[]> => {
    const answer = await outbound.fetch(`${baseUrl}/embeddings`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ input, model: name }),
      timeoutMs: input.length === 1 ? QUERY_LIMIT_MS : LIMIT_MS,
      maxBytes: MAX_BYTES,
    });
    if (answer.status !== 200) throw new OutboundError(`${answer.url.host} responded with status ${answer.status}.`);
    const read = readEmbeddings(answer.json(), input.length);
    if ("problem" in read) throw new OutboundError(`${answer.url.host} returned invalid embeddings: ${read.problem}.`);
    return read.vectors;
  };

  const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += MAX_TEXTS_PER_BATCH) {
      vectors.push(...(await embedSome(texts.slice(at, at + MAX_TEXTS_PER_BATCH))));
    }
    if (new Set(vectors.map(({ length }) => length)).size > 1) {
      throw new OutboundError(`${new URL(baseUrl).host} returned embeddings with different dimensions.`);
    }
    return vectors;
  };
  return { model: `${baseUrl} ${name}`, embed, embedInBulk: embed, close: async () => undefined };
}

/** A service with one model need not list it. */
async function modelAt(outbound: Pick<Outbound, "fetch">, baseUrl: string): Promise<string> {
  const answer = await outbound.fetch(`${baseUrl}/models`, {
    headers: { accept: "application/json" },
    timeoutMs: LIMIT_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.status >= 500) throw new OutboundError(`${answer.url.host} responded with status ${answer.status}.`);
  return (answer.status === 200 ? readModelName(answer.json()) : undefined) ?? "default";
}
