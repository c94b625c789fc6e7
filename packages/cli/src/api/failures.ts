import { CliError, type Category } from "../errors.js";
import { oneLine } from "../printable.js";
import type { HttpAnswer } from "./transport.js";

const CATEGORIES: Readonly<Record<number, Category>> = {
  401: "authentication",
  403: "permission",
  404: "not_found",
  409: "conflict",
  429: "rate_limit",
};

const REMEDIES: Partial<Record<Category, string>> = {
  authentication: "Sign in: tack login",
  permission: "Ask an admin for the role, or the owner for access. To see your account, run: tack whoami",
  rate_limit: "Wait a moment, then retry.",
};

function categoryOf(status: number): Category {
  if (status >= 500) return "unavailable";
  return CATEGORIES[status] ?? (status >= 400 ? "validation" : "unavailable");
}

/** An error response of the server, with its message and request ID. */
export function failureOf({ status, headers, text }: HttpAnswer, server: string): CliError {
  const problem = parseProblem(text);
  const category = categoryOf(status);
  const requestId = problem?.request_id ?? textOf(headers["x-request-id"]);
  if (!problem) {
    const looks = status < 400 ? "a response that is not JSON" : `HTTP ${status}`;
    return new CliError("unavailable", `${server} returned ${looks}. Is it a Tackroom server?`, {
      httpStatus: status,
      requestId,
      remediation: "Check the address: tack status --server <url>",
      detail: text.slice(0, 500),
    });
  }
  const fields = (problem.errors ?? [])
    .map(({ path, message }) => `\n  ${oneLine(path)}: ${oneLine(message)}`)
    .join("");
  return new CliError(category, `${oneLine(problem.detail)}${fields}`, {
    httpStatus: status,
    requestId,
    remediation: REMEDIES[category],
    detail: problem,
  });
}

/** Whether it is an error response of the server with this code. */
export function hasProblemCode(error: unknown, code: string): error is CliError {
  if (!(error instanceof CliError)) return false;
  const { detail } = error.details;
  return typeof detail === "object" && detail !== null && "code" in detail && detail.code === code;
}

interface Problem {
  readonly detail: string;
  readonly code?: string;
  readonly request_id?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** RFC 9457, or the two fields of ARD errors. */
function parseProblem(text: string): Problem | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if ("detail" in value && typeof value.detail === "string") return value as Problem;
  if ("errorCode" in value && "message" in value && typeof value.message === "string") {
    return { detail: value.message, code: String(value.errorCode) };
  }
  return undefined;
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
