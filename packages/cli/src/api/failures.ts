import { CliError, type Category } from "../errors.js";
import { oneLine } from "../printable.js";
import { splitRemedy, withCommands } from "./commands-of-calls.js";
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

/** Where the category alone would suggest the wrong thing. */
const REMEDIES_OF_CODES: Readonly<Record<string, string>> = {
  password_change_required: "Choose a new password: tack change-password",
  account_deactivated: "Ask an admin to reactivate the account.",
  invalid_credentials: "Check them, or reset the password: tack reset-password --email <email>",
  invalid_code: "Request a new code: tack reset-password --email <email>",
};

/** The server explains its API, but people sign in with a command. */
const MESSAGES_OF_CODES: Readonly<Record<string, string>> = {
  invalid_credentials: "Incorrect email, password or API key.",
  password_change_required: "Your password was reset, so you have to choose a new one first.",
};

/** Admins cannot grant this role: the operator does, on the server's machine. */
const NEEDS_OPERATOR = /^This requires the role super_admin\b/;
const GRANTED_BY_OPERATOR =
  "The operator of the server grants this role: tack server grant-role <email> super_admin (stop the server first)";

function remedyOf(category: Category, { code = "", detail }: Problem): string | undefined {
  if (NEEDS_OPERATOR.test(detail)) return GRANTED_BY_OPERATOR;
  return REMEDIES_OF_CODES[code] ?? splitRemedy(detail).remedy ?? REMEDIES[category];
}

function messageOf({ code = "", detail }: Problem, server: string): string {
  if (/^Authentication required\b/.test(detail)) return `You are not signed in to ${server}.`;
  return MESSAGES_OF_CODES[code] ?? splitRemedy(detail).message;
}

function categoryOf(status: number): Category {
  if (status >= 500) return "unavailable";
  return CATEGORIES[status] ?? (status >= 400 ? "validation" : "unavailable");
}

/** An error response of the server, with its message and request ID. */
export function failureOf({ status, headers, text }: HttpAnswer, server: string): CliError {
  const problem = parseProblem(text);
  if (!problem) return notTackroom({ status, headers, text }, server);
  const category = categoryOf(status);
  const fields = (problem.errors ?? [])
    .map(({ path, message }) => `\n  ${oneLine(path)}: ${oneLine(withCommands(message))}`)
    .join("");
  return new CliError(category, `${oneLine(messageOf(problem, server))}${fields}`, {
    httpStatus: status,
    retryAfterSeconds: secondsOf(textOf(headers["retry-after"])),
    requestId: problem.request_id ?? textOf(headers["x-request-id"]),
    remediation: remedyOf(category, problem),
    detail: problem,
  });
}

/** A response that Tackroom would not send: of another server, or of something on the way. */
export function notTackroom({ status, headers, text }: Omit<HttpAnswer, "bytes">, server: string): CliError {
  const looks = status < 400 ? "an unexpected response" : `HTTP ${status}`;
  return new CliError("unavailable", `${server} returned ${looks}. Is it a Tackroom server?`, {
    httpStatus: status,
    retryAfterSeconds: secondsOf(textOf(headers["retry-after"])),
    requestId: textOf(headers["x-request-id"]),
    remediation: "Check the address: tack status --server <url>",
    detail: text.slice(0, 500),
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

function secondsOf(header: string | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
