import { ERRORS, type ErrorCode, type Problem } from "@tackroom/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asRefusedByDatabase } from "../refused-by-database.js";
import { ServiceError } from "../service-error.js";
import { asUnavailable } from "../unavailable.js";

/** What Fastify itself refuses, in our words. */
const FRAMEWORK_REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "Send the body as application/json."],
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", "The body exceeds the size limit. Split it into several requests."],
  FST_REQ_FILE_TOO_LARGE: ["payload_too_large", "The file exceeds the size limit. Split it into several requests."],
  FST_FILES_LIMIT: ["malformed_request", "Send one file at a time."],
  FST_PARTS_LIMIT: ["malformed_request", "The form has too many parts. Send one file."],
  FST_FIELDS_LIMIT: ["malformed_request", "The form has too many fields. Send one file."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["malformed_request", "The body length does not match Content-Length."],
  FST_ERR_BAD_URL: ["malformed_request", "The path has invalid percent-encoding."],
  FST_ERR_MAX_PARAM_LENGTH: ["uri_too_long", "A path segment exceeds the length limit."],
};

const PROBLEM_TYPE = "application/problem+json";

export function answerErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerWithProblem);
}

export function answerWithProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  logFailure(request, error, refusal);
  return sendProblem(request, reply, refusal);
}

/** What went wrong on our side is for the operator too. */
export function logFailure(request: FastifyRequest, error: FastifyError, refusal: ServiceError): void {
  if (refusal.code === "internal_error") request.log.error({ err: error }, "unexpected error");
  else if (refusal.status >= 500) request.log.error({ err: error }, refusal.message);
}

/** What a caller is told: the refusal itself, or that something went wrong on our side. */
export function refusalOf(error: FastifyError): ServiceError {
  if (error instanceof ServiceError) return error;
  const [code, detail] = FRAMEWORK_REFUSALS[error.code] ?? [];
  if (code && detail) return new ServiceError(code, detail, { cause: error });
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new ServiceError("malformed_request", error.message, { cause: error });
  return (
    asRefusedByDatabase(error) ??
    asLostRace(error) ??
    asUnavailable(error) ??
    new ServiceError("internal_error", "Internal server error. Include the request ID when you report it.", {
      cause: error,
    })
  );
}

/** A check followed by a write can lose a race against another request; a constraint of the database catches it. */
const LOST_RACES: ReadonlyMap<string, string> = new Map([
  // Unique violation.
  ["23505", "Another request has just used this value. Reload and choose another."],
  // Foreign key violation.
  ["23503", "Another request has just deleted something that this one refers to. Reload and try again."],
]);

function asLostRace(error: FastifyError): ServiceError | undefined {
  const detail = LOST_RACES.get(error.code);
  if (detail === undefined || !("constraint" in error)) return undefined;
  return new ServiceError("conflict", detail, { cause: error });
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ServiceError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", String(error.retryAfterSeconds));
  return reply
    .code(error.status)
    .type(problemType(request.headers.accept))
    .send(JSON.stringify(problemOf(error, request.id)));
}

/** Some clients read nothing but what they have asked for by name. */
function problemType(accept = ""): string {
  const names = accept.split(",").map((range) => (range.split(";")[0] ?? "").trim().toLowerCase());
  const wantsPlainJson = names.includes("application/json") && !names.includes(PROBLEM_TYPE);
  return wantsPlainJson ? "application/json" : PROBLEM_TYPE;
}

export function problemOf(error: ServiceError, requestId: string): Problem {
  return {
    ...error.extra,
    type: `urn:tackroom:problem:${error.code}`,
    title: ERRORS[error.code].title,
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
  };
}
