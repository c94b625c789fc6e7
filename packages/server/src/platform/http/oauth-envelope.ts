import type { ErrorCode } from "@tackroom/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { logFailure, refusalOf } from "./problems.js";

/** OAuth's own words for what went wrong (RFC 6749 §5.2), where the use case does not choose one. */
const ERRORS: Partial<Readonly<Record<ErrorCode, string>>> = {
  invalid_code: "invalid_grant",
  unauthenticated: "invalid_grant",
  account_deactivated: "invalid_grant",
  rate_limited: "temporarily_unavailable",
  unavailable: "temporarily_unavailable",
  internal_error: "server_error",
};

/** An invalid grant and an invalid input are both 400 there; our code and the ID of the request are added. */
export function answerInOAuthEnvelope(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  logFailure(request, error, refusal);
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
  const status = [401, 403, 422].includes(refusal.status) ? 400 : refusal.status;
  const chosen = refusal.extra["error"];
  const body = {
    error: typeof chosen === "string" ? chosen : (ERRORS[refusal.code] ?? "invalid_request"),
    error_description: refusal.message,
    code: refusal.code,
    status,
    request_id: request.id,
  };
  return reply.code(status).type("application/json").header("cache-control", "no-store").send(JSON.stringify(body));
}
