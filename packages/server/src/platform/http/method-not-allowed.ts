import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { ServiceError } from "../service-error.js";
import { sendRefusal } from "./refusals.js";

const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers a path that has no route, if it can. */
export type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** Tells a wrong method on a known path (405, with `Allow`) from an unknown path (404). Call it before the first route. */
export function answerWrongMethods(app: FastifyInstance): (answerUnknown?: AnswerUnknown) => void {
  const urls = new Set<string>();
  app.addHook("onRoute", ({ url }) => void urls.add(url));

  return (answerUnknown) => {
    for (const url of Array.from(urls)) {
      const [allowed, refused] = partition(METHODS, (method) => app.hasRoute({ url, method }));
      if (allowed.length > 0 && refused.length > 0) refuseMethods(app, url, allowed, refused);
    }
    app.setNotFoundHandler((request, reply) => answerUnknown?.(request, reply) ?? refuseUnknown(request, reply));
  };
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const detail = `Unknown API path ${request.url.split("?")[0]}. See /docs for the API reference.`;
  return sendRefusal(request, reply, new ServiceError("not_found", detail));
}

function refuseMethods(app: FastifyInstance, url: string, allowed: HTTPMethods[], refused: HTTPMethods[]): void {
  app.route({
    method: refused,
    url,
    schema: { hide: true },
    // The answer does not depend on the body, so none is read for it.
    onRequest: async (request, reply) => {
      const detail = `${request.method} is not allowed here. Use ${allowed.join(" or ")}.`;
      reply.header("allow", allowed.join(", "));
      return sendRefusal(request, reply, new ServiceError("method_not_allowed", detail));
    },
    handler: async () => undefined,
  });
}

function partition<T>(values: readonly T[], test: (value: T) => boolean): [T[], T[]] {
  return [values.filter(test), values.filter((value) => !test(value))];
}
