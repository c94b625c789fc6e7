import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyInstance } from "fastify";

/** Replies are written by their schemas, each compiled when it is first needed: all at once they would be most of a start. */
export function useSerialisation(app: FastifyInstance): void {
  const createCompiler = SerializerSelector();
  app.setSerializerCompiler((route) => {
    let serialise: ((reply: unknown) => string) | undefined;
    return (reply) => {
      serialise ??= createCompiler(app.getSchemas(), {})({ ...route, httpStatus: route.httpStatus ?? "" });
      return serialise(reply);
    };
  });
}
