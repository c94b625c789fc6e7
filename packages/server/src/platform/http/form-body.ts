import type { FastifyInstance } from "fastify";
import { ServiceError } from "../service-error.js";

export const FORM = "application/x-www-form-urlencoded";

/** Forms of other sites, which single sign-on needs. Only endpoints that declare `takesForm` accept one. */
export function parseFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: "string" }, (_request, text, done) => {
    const fields = [...new URLSearchParams(text as string)];
    const names = new Set(fields.map(([name]) => name));
    if (names.size === fields.length) return done(null, Object.fromEntries(fields));
    // Which of two values counts is something that two readers of a form disagree about.
    return done(new ServiceError("malformed_request", "The form has a field twice. Send each field once."));
  });
}
