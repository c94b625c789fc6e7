/** A failed call, with the server's message if there is one (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly components: readonly ComponentProblem[];

  constructor(detail: string, about: ProblemDetails) {
    super(detail);
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId;
    this.fields = about.fields ?? [];
    this.components = about.components ?? [];
  }
}

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A component that is not valid in an agent, by the ID that was sent. */
export interface ComponentProblem {
  readonly component_type: string;
  readonly component_id: string;
  readonly reason: string;
}

interface ProblemDetails {
  readonly status: number;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly fields?: readonly FieldProblem[];
  readonly components?: readonly ComponentProblem[];
}

/** Whether a retry of the same call may succeed. */
export const mayPass = (problem: ApiProblem): boolean =>
  problem.status === 0 || problem.status === 429 || problem.status >= 500;

/** Whether there is nothing at the address of the page. An ID that cannot be one is refused before anybody looks for it. */
export const isNotFound = (problem: ApiProblem | null): boolean =>
  problem !== null &&
  (problem.status === 404 ||
    (problem.fields.length > 0 && problem.fields.every(({ path }) => path.startsWith("path."))));

/** No response: a network error, or the server is down. */
export function unreachable(cause: unknown): ApiProblem {
  const problem = new ApiProblem("Could not reach the server. It may be restarting, or you may be offline.", {
    status: 0,
    code: "unreachable",
  });
  problem.cause = cause;
  return problem;
}

/** The session has ended, here or elsewhere. The server says the same of a token that was valid. */
export const signedOut = (): ApiProblem =>
  new ApiProblem("You have been signed out. Sign in again.", { status: 401, code: "unauthenticated" });

/** The session of the browser belongs to another user than the one whose page is shown. */
export const anotherAccount = (): ApiProblem =>
  new ApiProblem("Nothing was sent: this browser is now signed in to another account.", {
    status: 401,
    code: "account_changed",
  });

/** Parses an error response: a standard problem, or the two fields of discovery errors. */
export function problemOf(status: number, text: string, headerId: string | null): ApiProblem {
  const body = parseObject(text);
  const requestId = textIn(body, "request_id") ?? headerId ?? undefined;
  const detail = textIn(body, "detail") ?? textIn(body, "message");
  if (body === undefined || detail === undefined) {
    return new ApiProblem(`The server returned an unknown error (HTTP ${status}).`, {
      status,
      code: "unknown",
      requestId,
    });
  }
  const code = textIn(body, "code") ?? textIn(body, "errorCode") ?? "unknown";
  const errors: readonly unknown[] = Array.isArray(body["errors"]) ? body["errors"] : [];
  return new ApiProblem(detail, {
    status,
    code,
    requestId,
    fields: errors.filter(isFieldProblem),
    components: errors.filter(isComponentProblem),
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function textIn(body: Readonly<Record<string, unknown>> | undefined, key: string): string | undefined {
  const value = body?.[key];
  return typeof value === "string" ? value : undefined;
}

const has = (error: unknown, ...keys: readonly string[]): boolean =>
  typeof error === "object" && error !== null && keys.every((key) => key in error);
const isFieldProblem = (error: unknown): error is FieldProblem => has(error, "path", "message");
const isComponentProblem = (error: unknown): error is ComponentProblem =>
  has(error, "component_type", "component_id", "reason");
