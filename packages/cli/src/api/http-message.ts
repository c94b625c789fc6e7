import type { IncomingHttpHeaders } from "node:http";

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** For the whole answer; with `sink`, for each pause in it. */
  readonly timeoutMs: number;
  /** Takes the body of a success piece by piece, whatever its size. The answer is then without it. */
  readonly sink?: ((piece: Uint8Array) => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}
