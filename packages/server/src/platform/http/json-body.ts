import { randomUUID } from "node:crypto";
import { gunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { nestsDeeperThan } from "../json-text.js";
import { ServiceError } from "../service-error.js";

const MAX_NESTING_DEPTH = 20;

/**
 * The internal media type of a compressed JSON body. It is random so that no client can name it: only endpoints that declare
 * `takesGzip` decompress anything.
 */
export const GZIP_JSON = `application/x-gzip-json-${randomUUID()}`;

/** The same for a body that is handed over as it was sent, because its endpoint declares `takesBytes`. */
export const RAW_BYTES = `application/x-raw-bytes-${randomUUID()}`;

/** A compressed body may grow to this many times what an uncompressed one may have: base64 in it shrinks by a quarter. */
const MAX_INFLATION = 2;

type ParseDone = (error: Error | null, body?: unknown) => void;

/** The only body parser: JSON, bounded in depth. Any other content type is refused with 415 by Fastify itself. */
export function parseJsonBodies(app: FastifyInstance, maxBytes: number): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  const parse = (request: FastifyRequest, text: string, done: ParseDone): void => {
    if (text === "") return done(null, {});
    if (nestsDeeperThan(MAX_NESTING_DEPTH, text)) {
      return done(
        new ServiceError(
          "nesting_too_deep",
          `The body exceeds the maximum nesting depth of ${MAX_NESTING_DEPTH}. Flatten it.`,
        ),
      );
    }
    return void parseJson(request, text, (error, body) => {
      if (!error) return done(null, body);
      const reason = syntaxErrorOf(text) ?? "it has a member named __proto__ or constructor.prototype";
      return done(new ServiceError("malformed_json", `The body is not valid JSON: ${reason}`));
    });
  };
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) =>
    parse(request, text as string, done),
  );
  app.addContentTypeParser(RAW_BYTES, { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
  app.addContentTypeParser(GZIP_JSON, { parseAs: "buffer" }, (request, bytes, done) =>
    gunzip(bytes, { maxOutputLength: MAX_INFLATION * maxBytes }, (error, text) =>
      error ? done(cannotInflate(error)) : parse(request, text.toString(), done),
    ),
  );
}

function cannotInflate(error: Error & { readonly code?: string }): ServiceError {
  return error.code === "ERR_BUFFER_TOO_LARGE"
    ? new ServiceError(
        "payload_too_large",
        "The decompressed body exceeds the size limit. Send fewer or smaller files.",
      )
    : new ServiceError(
        "malformed_request",
        "The body is not valid gzip data. Compress it again, or send it uncompressed.",
      );
}

/** Where the mistake is, which Fastify's parser does not say; undefined when it objects to a dangerous name instead. */
function syntaxErrorOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}
