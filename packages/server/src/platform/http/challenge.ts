import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { answerWithProblem, refusalOf } from "./problems.js";

/** What `WWW-Authenticate` says to a caller without valid credentials, who may have come with none at all. */
export type Challenge = (tried: { readonly hadCredentials: boolean }) => string;

/** Problems; and where someone is not let in because of their credentials, how to get others (RFC 6750, RFC 9728). */
export function createChallenges(challenge: Challenge): typeof answerWithProblem {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (refusalOf(error).status === 401) {
      const { authorization, "x-api-key": key } = request.headers;
      const hadCredentials = authorization !== undefined || key !== undefined;
      reply.header("www-authenticate", challenge({ hadCredentials }));
    }
    return answerWithProblem(error, request, reply);
  };
}
