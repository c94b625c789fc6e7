import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { OutboundError, printable } from "./outbound-error.js";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
}

/**
 * Reads a body up to a limit that holds before and after decompression: a small stream may become a huge one, and an endless
 * one may become nothing at all.
 */
export async function readBody(body: Readable, encoding: string, limits: BodyLimits): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of bounded(source, limits)) chunks.push(chunk);
  };
  const decoder = decoderOf(encoding, limits);
  if (decoder) {
    await pipeline(body, (source: AsyncIterable<Buffer>) => bounded(source, limits), decoder, collect);
  } else {
    await pipeline(body, collect);
  }
  return Buffer.concat(chunks);
}

function decoderOf(encoding: string, { host }: BodyLimits): Transform | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return undefined;
  const create = DECODERS[name];
  if (!create) throw new OutboundError(`${host} sent an unsupported content encoding: ${printable(name)}.`);
  return create();
}

async function* bounded(source: AsyncIterable<Buffer>, { host, maxBytes }: BodyLimits): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new OutboundError(`The response of ${host} exceeds the limit of ${inWords(maxBytes)}.`);
    yield chunk;
  }
}

function inWords(bytes: number): string {
  const mib = bytes / 1024 ** 2;
  return mib >= 1 ? `${Math.round(mib * 10) / 10} MiB` : `${bytes} bytes`;
}
