/** Tables of numbers by name, as a safetensors file has them. */
export interface Tensors {
  bytes(name: string): Uint8Array;
  signedBytes(name: string): Int8Array;
  floats(name: string): Float32Array;
}

type Header = Readonly<Record<string, { readonly data_offsets: readonly [start: number, end: number] }>>;

const LENGTH_BYTES = 8;

/** Reads the tables where they are in the file, without a copy. */
export function readTensors(file: Buffer): Tensors {
  const start = LENGTH_BYTES + Number(file.readBigUInt64LE());
  const header = JSON.parse(file.toString("utf8", LENGTH_BYTES, start)) as Header;
  const place = (name: string): readonly [buffer: ArrayBuffer, at: number, length: number] => {
    const tensor = header[name];
    if (!tensor) throw new Error(`the encoder's file has no tensor named ${name}`);
    const [from, to] = tensor.data_offsets;
    return [file.buffer as ArrayBuffer, file.byteOffset + start + from, to - from];
  };
  return {
    bytes: (name) => new Uint8Array(...place(name)),
    signedBytes: (name) => new Int8Array(...place(name)),
    floats: (name) => {
      const [buffer, at, length] = place(name);
      return new Float32Array(buffer, at, length / Float32Array.BYTES_PER_ELEMENT);
    },
  };
}
