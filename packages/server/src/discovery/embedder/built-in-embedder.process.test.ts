import { afterAll, expect, test } from "vitest";
import { openBuiltInEmbedder } from "./built-in-embedder.js";

const embedder = openBuiltInEmbedder();
afterAll(() => embedder.close());

const product = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);

async function openAnd<T>(use: (other: typeof embedder) => Promise<T>): Promise<T> {
  const other = openBuiltInEmbedder();
  try {
    return await use(other);
  } finally {
    await other.close();
  }
}

test("texts that mean the same are nearer than others, whatever their words", async () => {
  const [asked, right, wrong] = await embedder.embed([
    "summarise the unread mail from my boss",
    "Reads an inbox and writes short digests of new messages",
    "Resizes and crops images",
  ]);
  expect(product(asked, asked)).toBeCloseTo(1, 4);
  expect(product(asked, right)).toBeGreaterThan(product(asked, wrong) + 0.1);
});

test("a text has the same vector alone and among others", async () => {
  const other = openBuiltInEmbedder();
  const [alone] = await other.embed(["query a database"]);
  const among = await other.embed(["", "send an email", "query a database", "terraform"]);
  await other.close();
  const [again] = await embedder.embed(["query a database"]);
  expect(product(alone, among[2])).toBeCloseTo(1, 5);
  expect([...(again ?? [])]).toEqual([...(alone ?? [])]);
  expect(among).toHaveLength(4);
});

test("in bulk, texts have the vectors that they have alone, in their order", async () => {
  const texts = Array.from({ length: 21 }, (_, number) => `text number ${number} about ${"ships ".repeat(number)}`);
  const bulk = await embedder.embedInBulk(texts);
  expect(bulk).toEqual(await openAnd((other) => other.embed(texts)));
});

test("bulk work that is in flight when it is closed is refused, and none begins later", async () => {
  const closing = openBuiltInEmbedder();
  const asked = closing.embedInBulk(Array.from({ length: 50 }, (_, number) => `text ${number}`));
  const refused = expect(asked).rejects.toThrow(/the embedder (?:stopped|is closed)/);
  await closing.close();
  await refused;
  await expect(closing.embedInBulk(["weather"])).rejects.toThrow("the embedder is closed");
});

test("after it is closed it refuses instead of starting again", async () => {
  const closed = openBuiltInEmbedder();
  await closed.embed(["weather"]);
  await closed.close();
  await expect(closed.embed(["forecast"])).rejects.toThrow("the embedder is closed");
});

test("what is in flight when it is closed is refused", async () => {
  const closing = openBuiltInEmbedder();
  const asked = closing.embed(["weather"]);
  await closing.close();
  await expect(asked).rejects.toThrow("the embedder stopped before it answered");
});

test("after its thread has died the next text starts another", async () => {
  const fragile = openBuiltInEmbedder();
  // No caller can send this; it stands for whatever may end the thread.
  const deadly = fragile.embed([null as unknown as string]);
  await expect(deadly).rejects.toThrow("the embedder stopped before it answered");
  const [vector] = await fragile.embed(["weather"]);
  expect(product(vector, vector)).toBeCloseTo(1, 4);
  await fragile.close();
});
