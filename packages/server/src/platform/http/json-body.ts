import type { FastifyInstance } from "fastify";
import { nestsDeeperThan } from "../json-text.js";
import { ServiceError } from "../service-error.js";

const DEEPEST_NESTING = 20;

/** The only body parser: JSON, bounded in depth. Any other content type is refused with 415 by Fastify itself. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, {});
    if (nestsDeeperThan(DEEPEST_NESTING, text as string)) {
      return done(
        new ServiceError("nesting_too_deep", `The body may be nested ${DEEPEST_NESTING} levels deep. Flatten it.`),
      );
    }
    return parse(request, text as string, (error, body) => {
      if (!error) return done(null, body);
      const reason = syntaxErrorOf(text as string) ?? "it has a member named __proto__ or constructor.prototype";
      return done(new ServiceError("malformed_json", `The body is not valid JSON: ${reason}`));
    });
  });
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
