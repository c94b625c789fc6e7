import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { CliError, reasonOf } from "../errors.js";
import type { HttpAnswer, HttpRequest } from "./http-message.js";
import { hasProxy, sendByProxy } from "./proxy.js";

export type { HttpAnswer, HttpRequest };

/** Protects the terminal from huge responses. Those that have a sink are not kept. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Sends one request without following redirects, because its credentials must not reach another address. */
export async function sendHttp(request: HttpRequest): Promise<HttpAnswer> {
  const isByProxy = hasProxy(request.url);
  const sent = request.sink ? { ...request, sink: storing(request.sink) } : request;
  try {
    return await (isByProxy ? sendByProxy(sent, MAX_BYTES) : sendDirectly(sent));
  } catch (error) {
    throw error instanceof CliError ? error : unreachable(request.url, error, isByProxy ? " through the proxy" : "");
  }
}

/** The server is not to blame for what cannot be written: usually the disk is full. */
function storing(sink: (piece: Uint8Array) => void): (piece: Uint8Array) => void {
  return (piece) => {
    try {
      sink(piece);
    } catch (error) {
      throw new CliError("unexpected", `The response could not be written (${reasonOf(error)}).`, {
        remediation: "Check the free disk space and the permissions of the file, then run the command again.",
        cause: error,
      });
    }
  };
}

function sendDirectly({ method, url, headers: given, body, timeoutMs, sink }: HttpRequest): Promise<HttpAnswer> {
  // Without a Content-Length, Node omits the body of a DELETE request.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const headers = { ...given, ...length };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // Also the limit for silence, which is otherwise that of Node's agent: 5 s, and requests take longer on a busy server.
    const limits = { timeout: timeoutMs, ...(sink ? {} : { signal: AbortSignal.timeout(timeoutMs) }) };
    const sent = send(url, { method, headers, ...limits }, (answer) => {
      const chunks: Buffer[] = [];
      const keep = keeping(chunks, (error) => answer.destroy(error));
      answer.on("data", answer.statusCode === 200 && sink ? caught(sink, (error) => answer.destroy(error)) : keep);
      answer.on("error", reject);
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() });
      });
    });
    sent.on("timeout", () => sent.destroy(new DOMException("The server has sent nothing.", "TimeoutError")));
    sent.on("error", reject);
    sent.end(body);
  });
}

function keeping(chunks: Buffer[], stop: (error: Error) => void): (chunk: Buffer) => void {
  let size = 0;
  return (chunk) => {
    size += chunk.length;
    if (size > MAX_BYTES) stop(new Error(`the response is larger than ${MAX_BYTES} bytes`));
    else chunks.push(chunk);
  };
}

/** What a listener throws would end the process. */
function caught(sink: (chunk: Buffer) => void, stop: (error: Error) => void): (chunk: Buffer) => void {
  return (chunk) => {
    try {
      sink(chunk);
    } catch (error) {
      stop(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

/** The codes of OpenSSL for a chain that does not end at a trusted authority. */
const UNTRUSTED =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/;

const isCertificateProblem = (error: unknown): boolean =>
  error instanceof Error && "code" in error && UNTRUSTED.test(String(error.code));

/** Also of an error that names it as its cause, as those of `sendHttp` do. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === "TimeoutError" || isTimeout(error.cause));

function unreachable(url: URL, error: unknown, how = ""): CliError {
  const why = isTimeout(error) ? "the request timed out" : reasonOf(error);
  return new CliError("unavailable", `Could not reach ${url.origin}${how} (${why}).`, {
    resource: url.origin,
    remediation: remedyFor(error, how !== ""),
    cause: error,
  });
}

function remedyFor(error: unknown, isByProxy: boolean): string {
  if (isCertificateProblem(error))
    return "If you trust the server, set NODE_EXTRA_CA_CERTS to the file of the certificate authority that issued its certificate (PEM).";
  return isByProxy
    ? "Check the address of the server and HTTP_PROXY or HTTPS_PROXY, or list the host of the server in NO_PROXY."
    : "Is the server running? Start one with tack server start, or choose another with --server <url>";
}
