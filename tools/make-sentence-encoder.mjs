// Makes the assets of the sentence encoder from its ONNX file and tokenizer: node tools/make-sentence-encoder.mjs <folder>
//
// The folder has model.int8.onnx and tokenizer.json. What the server needs of them are the tables of numbers, in the order in which
// its kernels read them (safetensors, which any tool can open), and the list of tokens.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder with model.int8.onnx and tokenizer.json");
const assets = fileURLToPath(new URL("../packages/server/assets/", import.meta.url));

const LAYERS = 6;
const MAX_TOKENS = 128;
const WIDTH = 384;
/** Weights are from -64 to 64, and the kernel is made for this and less. */
const MAX_WEIGHT = 63;

const { nodes, tensors } = readOnnx(readFileSync(join(folder, "model.int8.onnx")));
const tables = new Map();

const vectors = (name) => {
  const from = (part) => tensors.get(`m.embeddings.${name}_embeddings.weight_${part}`);
  return {
    numbers: bytesOf(from("quantized")),
    scale: floatsOf(from("scale"))[0],
    zeroPoint: intsOf(from("zero_point"))[0],
  };
};
const word = vectors("word");
tables.set("embeddings.word", { dtype: "U8", shape: [word.numbers.length / WIDTH, WIDTH], data: word.numbers });
tables.set("embeddings.word.scale", floats([word.scale]));
tables.set("embeddings.word.zero_point", floats([word.zeroPoint]));
// All texts are of the first type, so its vector is a part of each position.
const [position, tokenType] = [vectors("position"), vectors("token_type")];
const valueAt = ({ numbers, scale, zeroPoint }, at) => (numbers[at] - zeroPoint) * scale;
tables.set(
  "embeddings.position",
  floats(
    Array.from({ length: MAX_TOKENS * WIDTH }, (_, at) => valueAt(position, at) + valueAt(tokenType, at % WIDTH)),
    WIDTH,
  ),
);
norm("embeddings.norm", "m.embeddings.LayerNorm");
for (let layer = 0; layer < LAYERS; layer += 1) {
  const from = `encoder.layer.${layer}`;
  dense(
    `layer.${layer}.qkv`,
    ["query", "key", "value"].map((name) => `${from}.attention.self.${name}`),
  );
  dense(`layer.${layer}.attention`, [`${from}.attention.output.dense`]);
  norm(`layer.${layer}.attention.norm`, `m.${from}.attention.output.LayerNorm`);
  dense(`layer.${layer}.intermediate`, [`${from}.intermediate.dense`]);
  dense(`layer.${layer}.output`, [`${from}.output.dense`]);
  norm(`layer.${layer}.output.norm`, `m.${from}.output.LayerNorm`);
}
writeFileSync(join(assets, "sentence-encoder.safetensors"), safetensors(tables));

const { vocab } = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")).model;
const tokens = Object.keys(vocab).toSorted((a, b) => vocab[a] - vocab[b]);
if (tokens.some((token, at) => vocab[token] !== at)) throw new Error("The numbers of the tokens have gaps");
writeFileSync(join(assets, "sentence-encoder-tokens.txt"), tokens.join("\n"));

function norm(name, from) {
  tables.set(`${name}.scale`, floats(floatsOf(tensors.get(`${from}.weight`))));
  tables.set(`${name}.bias`, floats(floatsOf(tensors.get(`${from}.bias`))));
}

/** Matrices that are multiplied with the same rows become one; a row of the result has the weights of one output. */
function dense(name, sources) {
  const weights = [];
  const scales = [];
  const biases = [];
  let inner = 0;
  for (const source of sources) {
    const path = `/m/${source
      .replace(/^encoder.layer/, "encoder/layer")
      .replace(/(layer\.\d+)\./, "$1/")
      .replaceAll(/\.(?=self|output|dense|query|key|value)/g, "/")}/MatMul`;
    const { inputs } = nodes.find(({ op, outputs }) => op === "MatMulInteger" && outputs[0].startsWith(path));
    const matrix = tensors.get(inputs[1]);
    const table = new Int8Array(bytesOf(matrix));
    const columns = matrix.dims[1];
    inner = matrix.dims[0];
    const scale = floatsOf(tensors.get(inputs[1].replace("_quantized", "_scale")));
    for (let column = 0; column < columns; column += 1) {
      const ofColumn = Array.from({ length: inner }, (_, row) => table[row * columns + column]);
      // 64 does not fit, but -64 does: then the column changes its sign, and so does its scale.
      const sign = Math.max(...ofColumn) > MAX_WEIGHT ? -1 : 1;
      weights.push(...ofColumn.map((weight) => weight * sign));
      scales.push(scale[column] * sign);
    }
    biases.push(...floatsOf(tensors.get(`m.${source}.bias`)));
  }
  tables.set(`${name}.weight`, { dtype: "I8", shape: [scales.length, inner], data: Int8Array.from(weights) });
  tables.set(`${name}.scale`, floats(scales));
  tables.set(`${name}.bias`, floats(biases));
}

function floats(numbers, width) {
  const shape = width === undefined ? [numbers.length] : [numbers.length / width, width];
  return { dtype: "F32", shape, data: Float32Array.from(numbers) };
}

function safetensors(all) {
  let end = 0;
  const header = Object.fromEntries(
    Array.from(all, ([name, { dtype, shape, data }]) => {
      const start = end;
      end += data.byteLength;
      return [name, { dtype, shape, data_offsets: [start, end] }];
    }),
  );
  // Floats begin at multiples of four, which the format asks writers to see to.
  const text = JSON.stringify(header);
  const head = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  const data = Array.from(all.values(), ({ data: { buffer, byteOffset, byteLength } }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([length, head, ...data]);
}

function bytesOf({ raw, int32 }) {
  return raw ? new Uint8Array(raw) : Uint8Array.from(int32);
}
function intsOf({ raw, int32 }) {
  return raw ? [...raw] : int32;
}
function floatsOf({ raw, packed }) {
  const { buffer, byteOffset, byteLength } = Buffer.from(raw ?? packed);
  return [...new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))];
}

/** The nodes and the stored tensors of a graph. https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
function readOnnx(file) {
  const graph = fieldsOf(file).find(([field]) => field === 7)[1];
  const fields = fieldsOf(graph);
  const found = fields
    .filter(([field]) => field === 1)
    .map(([, node]) => {
      const parts = fieldsOf(node);
      const texts = (wanted) => parts.filter(([field]) => field === wanted).map(([, text]) => text.toString());
      return { inputs: texts(1), outputs: texts(2), op: texts(4)[0] };
    });
  const stored = fields
    .filter(([field]) => field === 5)
    .map(([, tensor]) => {
      const parts = fieldsOf(tensor);
      const one = (wanted) => parts.find(([field]) => field === wanted)?.[1];
      const int32 = parts
        .filter(([field]) => field === 5)
        .flatMap(([, value]) => (Buffer.isBuffer(value) ? varints(value) : [value]));
      const dims = parts
        .filter(([field]) => field === 1)
        .flatMap(([, value]) => (Buffer.isBuffer(value) ? varints(value) : [value]));
      return [one(8).toString(), { dims, raw: one(9), packed: one(4), int32 }];
    });
  return { nodes: found, tensors: new Map(stored) };
}

/** The fields of a protobuf message: numbers, or bytes. */
function fieldsOf(message) {
  const fields = [];
  for (let at = 0; at < message.length;) {
    const [key, afterKey] = varintAt(message, at);
    const [value, next] = fieldAt(message, afterKey, key & 7);
    fields.push([key >> 3, value]);
    at = next;
  }
  return fields;
}

function fieldAt(message, at, type) {
  if (type === 0) return varintAt(message, at);
  if (type === 1) return [message.subarray(at, at + 8), at + 8];
  if (type === 5) return [message.subarray(at, at + 4), at + 4];
  const [length, start] = varintAt(message, at);
  return [message.subarray(start, start + length), start + length];
}

function varints(bytes) {
  const numbers = [];
  for (let at = 0; at < bytes.length;) {
    const [number, next] = varintAt(bytes, at);
    numbers.push(number);
    at = next;
  }
  return numbers;
}

function varintAt(bytes, start) {
  let value = 0;
  for (let at = start, factor = 1; ; at += 1, factor *= 128) {
    value += (bytes[at] & 127) * factor;
    if (bytes[at] < 128) return [value, at + 1];
  }
}
