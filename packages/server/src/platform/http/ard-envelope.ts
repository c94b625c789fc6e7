import type { FieldError } from "@tackroom/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ServiceError } from "../service-error.js";
import { refusalOf } from "./problems.js";

/** ARD's own words for what went wrong, by the status that it is told with. */
const ERROR_CODES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  410: "GONE",
  413: "INVALID_ARGUMENT",
  415: "INVALID_ARGUMENT",
  429: "RATE_LIMIT_EXCEEDED",
  500: "INTERNAL_ERROR",
  501: "NOT_IMPLEMENTED",
  503: "UNAVAILABLE",
};

/** The specification's two fields. Where ours say 422, ARD says 400. */
export function answerInArdEnvelope(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  // A disabled feature is not an error to fix.
  if (refusal.status >= 500 && refusal.code !== "not_implemented") request.log.error({ err: error }, refusal.message);
  return sendInArdEnvelope(reply, refusal);
}

export function sendInArdEnvelope(reply: FastifyReply, refusal: ServiceError): FastifyReply {
  const status = ardStatus(refusal);
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
  const body = { errorCode: ERROR_CODES[status] ?? "INTERNAL_ERROR", message: messageOf(refusal) };
  return reply.code(status).type("application/json").send(JSON.stringify(body));
}

function ardStatus({ status }: ServiceError): number {
  if (status in ERROR_CODES) return status;
  return status >= 500 ? 500 : 400;
}

/** Findings about an input read `<field path>: <reason>`, without the part of the request that the field is in. */
function messageOf({ message, extra }: ServiceError): string {
  const errors = (extra["errors"] ?? []) as readonly FieldError[];
  if (errors.length === 0) return message;
  return errors.map(({ path, message: reason }) => `${path.replace(/^(body|query|path)\./, "")}: ${reason}`).join("; ");
}
