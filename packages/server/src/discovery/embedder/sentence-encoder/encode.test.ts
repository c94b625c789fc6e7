import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SENTENCE_DIMENSIONS } from "./encode.js";
import { GOLDEN_VECTORS } from "./golden-vectors.js";
import { loadSentenceEncoder } from "./read-model.js";
import { createTokenizer } from "./tokenize.js";

const encoder = loadSentenceEncoder();
const vectorOf = (text: string): Float32Array => encoder.encode([text])[0] ?? new Float32Array();
const product = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.hypot(...Array.from(a, (number, at) => number - (b[at] ?? 0)));

describe("the tokens of a text", () => {
  const file = new URL("../../../../assets/sentence-encoder-tokens.txt", import.meta.url);
  const vocabulary = readFileSync(file, "utf8").split("\n");
  const tokenize = createTokenizer(vocabulary);
  const tokensOf = (text: string): string[] => tokenize(text).map((number) => vocabulary[number] ?? "");

  test.each(GOLDEN_VECTORS)("are those of the original tokenizer: $text", ({ text, tokens }) => {
    expect(tokenize(text)).toEqual(tokens);
  });

  test.each([
    ["", []],
    [" \t\n\u0000\u200b", []],
    ["Café CAFE\u0301", ["cafe", "cafe"]],
    ["a=b", ["a", "=", "b"]],
    ["日本", ["日", "本"]],
    ["x".repeat(101), ["[UNK]"]],
    ["\u{1f9ff}", ["[UNK]"]],
    ["unquestionably", ["un", "##quest", "##ion", "##ably"]],
  ])("of %j are %j, between two marks", (text, tokens) => {
    expect(tokensOf(text)).toEqual(["[CLS]", ...tokens, "[SEP]"]);
  });

  test("are at most 128", () => {
    const tokens = tokensOf("word ".repeat(10_000));
    expect([tokens.length, tokens.at(-1)]).toEqual([128, "[SEP]"]);
  });
});

describe("the vector of a text", () => {
  test.each(GOLDEN_VECTORS)("is nearly that of full precision: $text", ({ text, precise, quantized }) => {
    const own = vectorOf(text).subarray(0, precise.length);
    expect(product(own, precise) / Math.sqrt(product(own, own) * product(precise, precise))).toBeGreaterThan(0.99);
    // Rows are scaled one by one here, and all together by ONNX Runtime.
    expect(distance(own, precise)).toBeLessThan(distance(quantized, precise));
  });

  test.each(["", "a", "😀", "word ".repeat(10_000), "\ud800", "-".repeat(5000)])(
    "has length one, whatever it says",
    (text) => {
      const vector = vectorOf(text);
      expect(vector).toHaveLength(SENTENCE_DIMENSIONS);
      expect(product(vector, vector)).toBeCloseTo(1, 4);
    },
  );

  test("does not depend on the texts beside it, or before it", () => {
    const texts = ["query a postgres database", "word ".repeat(90), "a"];
    const alone = texts.map(vectorOf);
    expect(encoder.encode(texts)).toEqual(alone);
    expect(encoder.encode(texts.toReversed())).toEqual(alone.toReversed());
  });

  test("is nearer to what answers it than to what does not", () => {
    const question = vectorOf("which customers bought nothing last month?");
    const [answer, other] = ["Runs SQL queries on a sales database", "Resizes and crops images"].map(vectorOf);
    expect(product(question, answer ?? [])).toBeGreaterThan(product(question, other ?? []) + 0.1);
  });
});
