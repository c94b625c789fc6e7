import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { TEXT_FORMATS } from "@tackroom/contract";
import type { FastifyInstance } from "fastify";

/** Known, but not demanded: what was stored before there were such rules is answered all the same. */
const FORMATS = Object.fromEntries(Object.keys(TEXT_FORMATS).map((name) => [name, true as const]));

/** Replies are written by their schemas, each compiled when it is first needed: all at once they would be most of a start. */
export function useSerialisation(app: FastifyInstance): void {
  const createCompiler = SerializerSelector();
  app.setSerializerCompiler((route) => {
    let serialise: ((reply: unknown) => string) | undefined;
    return (reply) => {
      serialise ??= createCompiler(app.getSchemas(), { ajv: { formats: FORMATS } })({
        ...route,
        httpStatus: route.httpStatus ?? "",
      });
      return serialise(reply);
    };
  });
}
