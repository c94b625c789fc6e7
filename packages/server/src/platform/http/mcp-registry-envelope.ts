import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { ServiceError } from "../service-error.js";
import { logFailure, refusalOf } from "./problems.js";

/** As MCP registries tell failures: one member. Where ours say 422, they say 400. */
export function answerInMcpRegistryEnvelope(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error);
  // Writing is deliberately not offered, so there is nothing to fix.
  if (refusal.code !== "not_implemented") logFailure(request, error, refusal);
  return sendInMcpRegistryEnvelope(reply, refusal);
}

export function sendInMcpRegistryEnvelope(reply: FastifyReply, refusal: ServiceError): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", String(refusal.retryAfterSeconds));
  return reply
    .code(refusal.status === 422 ? 400 : refusal.status)
    .type("application/json")
    .send(JSON.stringify({ error: refusal.message }));
}
