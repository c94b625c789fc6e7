import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { TEXT_FORMATS } from "@tackroom/contract";
import type { FastifyInstance, FastifySerializerCompiler } from "fastify";
import { compileCache } from "./compile-cache.js";

/** Known, but not demanded: what was stored before there were such rules is answered all the same. */
const FORMATS = Object.fromEntries(Object.keys(TEXT_FORMATS).map((name) => [name, true as const]));

type Serialise = (reply: unknown) => string;

const createCompiler = SerializerSelector();
const serialisers = compileCache<Serialise>();

/** Replies are written by their schemas, each compiled when it is first needed: all at once they would be most of a start. */
export function useSerialisation(app: FastifyInstance): void {
  const compileSerialiser: FastifySerializerCompiler<object> = ({ schema, method, url, httpStatus = "" }) => {
    let serialise: Serialise | undefined;
    return (reply) => {
      serialise ??= serialisers(schema, () =>
        createCompiler(app.getSchemas(), { ajv: { formats: FORMATS } })({
          schema,
          method,
          url,
          httpStatus,
        }),
      );
      return serialise(reply);
    };
  };
  // Set on each route: with one compiler for the whole app, Fastify copies all schemas once per route.
  app.addHook("onRoute", (route) => void (route.serializerCompiler = compileSerialiser));
}
