import { decompress } from "fzstd";

/** Node.js has zstd only from 22.15 on. Throws when the bytes are damaged. */
export function unpackZstd(bytes: Uint8Array): Buffer {
  const { buffer, byteOffset, byteLength } = decompress(bytes);
  return Buffer.from(buffer, byteOffset, byteLength);
}
