import { readFileSync } from "node:fs";
import { SentenceEncoder } from "./encode.js";
import { readTensors } from "./tensors.js";

const asset = (name: string): URL => new URL(`../../../../assets/${name}`, import.meta.url);

/** The encoder that ships with the server: nothing is downloaded. */
export function loadSentenceEncoder(): SentenceEncoder {
  const tensors = readTensors(readFileSync(asset("sentence-encoder.safetensors")));
  const vocabulary = readFileSync(asset("sentence-encoder-tokens.txt"), "utf8").split("\n");
  return new SentenceEncoder(tensors, vocabulary);
}
