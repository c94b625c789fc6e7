import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { CliError, reasonOf } from "../errors.js";

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Protects the terminal from huge responses. Exports do not go through here. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Sends one request without following redirects, because its credentials must not reach another address. */
export function sendHttp({ method, url, headers: given, body, timeoutMs }: HttpRequest): Promise<HttpAnswer> {
  // Without a Content-Length, Node omits the body of a DELETE request.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const headers = { ...given, ...length };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(unreachable(url, error));
    const sent = send(url, { method, headers, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_BYTES) answer.destroy(new Error(`the response is larger than ${MAX_BYTES} bytes`));
        else chunks.push(chunk);
      });
      answer.on("error", fail);
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() });
      });
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

function unreachable(url: URL, error: unknown): CliError {
  const timedOut = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  const why = timedOut ? "the request timed out" : reasonOf(error);
  return new CliError("unavailable", `Could not reach ${url.origin} (${why}).`, {
    resource: url.origin,
    remediation: "Is the server running? Start one with tack server start, or choose another with --server <url>",
    cause: error,
  });
}
