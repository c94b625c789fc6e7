import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@tackroom/contract";
import { newId } from "../ids.js";
import { ServiceError } from "../service-error.js";
import { problemOf } from "./problems.js";

const REASONS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ["headers_too_large", "Send fewer or shorter headers."],
  ERR_HTTP_REQUEST_TIMEOUT: ["malformed_request", "The request timed out before it was complete."],
};

/** Bytes that are not HTTP never become a request; their answer is written to the socket by hand. */
export function refuseUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, detail] =
    REASONS[error.code ?? ""] ?? (["malformed_request", "The request is not valid HTTP."] as const);
  const refusal = new ServiceError(code, detail);
  const requestId = newId();
  const body = JSON.stringify(problemOf(refusal, requestId));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-ID: ${requestId}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
