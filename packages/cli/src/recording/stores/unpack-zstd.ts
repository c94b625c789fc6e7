import { decompress } from "fzstd";

/** Node.js includes zstd only since 22.15. Throws when the bytes are damaged. */
export function unpackZstd(bytes: Uint8Array): Buffer {
  const { buffer, byteOffset, byteLength } = decompress(bytes);
  return Buffer.from(buffer, byteOffset, byteLength);
}
