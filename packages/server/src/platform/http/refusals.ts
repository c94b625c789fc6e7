import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServiceError } from "../service-error.js";
import { sendInArdEnvelope } from "./ard-envelope.js";
import { sendInMcpRegistryEnvelope } from "./mcp-registry-envelope.js";
import { sendProblem } from "./problems.js";

/** Where ARD speaks, what has no route is told in its words too (contract §6). */
const ARD_PATHS = /^\/(api\/v1\/(ard|artifacts)|\.well-known\/(ard|ai-catalog)\.json)(\/|\?|$)/;

/** The same for MCP registries, which may be in a feed. */
const MCP_REGISTRY_PATHS = /^(\/c\/[^/]+)?\/v0(\.1)?(\/|\?|$)/;

/** For a request that no route has taken: nobody knows it, its method is wrong, or its path cannot be read. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: ServiceError): FastifyReply {
  if (MCP_REGISTRY_PATHS.test(request.url)) return sendInMcpRegistryEnvelope(reply, refusal);
  return ARD_PATHS.test(request.url) ? sendInArdEnvelope(reply, refusal) : sendProblem(request, reply, refusal);
}
