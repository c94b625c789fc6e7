/** What went wrong with a call, in the words of the server where it had any (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldProblem[];

  constructor(detail: string, about: ProblemDetails) {
    super(detail);
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId;
    this.fields = about.fields ?? [];
  }
}

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

interface ProblemDetails {
  readonly status: number;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly fields?: readonly FieldProblem[];
}

/** Whether the same call may succeed in a moment, without anyone changing anything. */
export const mayPass = (problem: ApiProblem): boolean =>
  problem.status === 0 || problem.status === 429 || problem.status >= 500;

/** No answer at all: the network, or a server that is down. */
export function unreachable(cause: unknown): ApiProblem {
  const problem = new ApiProblem("The server does not answer. It may be restarting, or you may be offline.", {
    status: 0,
    code: "unreachable",
  });
  problem.cause = cause;
  return problem;
}

/** Reads a refusal: an ordinary problem, or the two fields that discovery has. */
export function problemOf(status: number, text: string, headerId: string | null): ApiProblem {
  const body = parseObject(text);
  const requestId = textIn(body, "request_id") ?? headerId ?? undefined;
  const detail = textIn(body, "detail") ?? textIn(body, "message");
  if (body === undefined || detail === undefined) {
    return new ApiProblem(`The server answered ${status} without saying why.`, { status, code: "unknown", requestId });
  }
  const code = textIn(body, "code") ?? textIn(body, "errorCode") ?? "unknown";
  return new ApiProblem(detail, { status, code, requestId, fields: fieldsIn(body["errors"]) });
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

function fieldsIn(errors: unknown): FieldProblem[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(
    (error: unknown): error is FieldProblem =>
      typeof error === "object" && error !== null && "path" in error && "message" in error,
  );
}
