import { STATUS_BY_ERROR_CODE } from "./error-status.js";

export interface Failure {
  code: number;
  status: number;
  text: string;
}

/** An error of this server itself, worded as the engine words its own. */
export function refusal(code: number, type: string, message: string): Error {
  return new Error(`Code: ${code}. DB::Exception: ${message}. (${type})`);
}

export function authenticationRefusal(user: string): Error {
  return refusal(
    516,
    "AUTHENTICATION_FAILED",
    `${user}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}

const ENGINE_ERROR = /Code: (\d+)\. DB::Exception: .*/s;

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const [text, codeText] = ENGINE_ERROR.exec(message) ?? [];
  if (text === undefined) return failureOf(refusal(1002, "UNKNOWN_EXCEPTION", message));
  const code = Number(codeText);
  return { code, status: STATUS_BY_ERROR_CODE.get(code) ?? 500, text: `${text}\n` };
}
