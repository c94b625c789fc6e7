import type { ErrorCode } from "@tackroom/contract";
import type { FastifyError } from "fastify";
import { GraphQLError } from "graphql";
import { refusalOf } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";

/** GraphQL's own habit for what the catalogue calls otherwise. */
const CODES: Partial<Record<ErrorCode, string>> = {
  validation_failed: "BAD_USER_INPUT",
  ambiguous_name: "AMBIGUOUS",
};

/** What a caller is told of an error: a code always, and nothing of what went wrong inside. */
export function presentError(error: GraphQLError, log: Log): GraphQLError {
  const { originalError, extensions, nodes, source, positions, path } = error;
  if (originalError === undefined || originalError instanceof GraphQLError) {
    return extensions["code"] === undefined ? coded(error.message, "BAD_USER_INPUT", error) : error;
  }
  const refusal = refusalOf(originalError as FastifyError);
  if (refusal.status >= 500) log.error({ err: originalError }, "a GraphQL field failed");
  return new GraphQLError(refusal.message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { code: CODES[refusal.code] ?? refusal.code.toUpperCase(), ...refusal.extra },
  });
}

export function coded(message: string, code: string, at?: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    nodes: at?.nodes ?? null,
    source: at?.source ?? null,
    positions: at?.positions ?? null,
    path: at?.path ?? null,
    extensions: { code },
  });
}
