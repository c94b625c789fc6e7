import { gzipSync } from "node:zlib";

/** Longer bodies contain files in base64 or transcripts, and an uplink is often slow. The server accepts them compressed. */
const MAX_PLAIN_LENGTH = 1024 * 1024;

export interface PackedBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The JSON body of a request, with its headers: compressed if it is long. */
export function packBody(json: string): PackedBody {
  const headers = { "content-type": "application/json" };
  if (json.length <= MAX_PLAIN_LENGTH) return { body: json, headers };
  return { body: gzipSync(json), headers: { ...headers, "content-encoding": "gzip" } };
}
