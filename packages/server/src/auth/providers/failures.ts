import { shorten } from "@tackroom/contract/shorten";
import type { ErrorCode } from "@tackroom/contract";
import type { Call } from "../../platform/http/index.js";
import { OutboundError } from "../../platform/outbound/index.js";
import { ServiceError } from "../../platform/service-error.js";

const MAX_REASON_LENGTH = 300;

/** Why something failed, as a sentence that others can follow. */
export function reasonOf(error: unknown): string {
  const found = findOutbound(error) ?? error;
  return asSentence(found instanceof Error ? found.message : String(found));
}

/** Libraries and providers end their messages as they like, or say nothing. */
export function asSentence(text: string): string {
  const plain = readable(text);
  if (plain === "") return "No reason was given.";
  return /[.!?…]$/.test(plain) ? plain : `${plain}.`;
}

/** What a provider or a library reports goes to a page and to the log: short, on one line, and without control characters. */
export function readable(text: string): string {
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return shorten(plain, MAX_REASON_LENGTH);
}

/** The failure of a call to another server, wherever a library has wrapped it. */
function findOutbound(error: unknown): OutboundError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof OutboundError) return each;
  }
  return undefined;
}

export const upstreamFailure = (what: string, error: unknown): ServiceError =>
  new ServiceError("upstream_error", `${what}: ${reasonOf(error)} Try again; if it persists, ask an admin.`, {
    cause: error,
  });

/** The provider does not vouch, or what it says does not hold. */
export function refused(code: ErrorCode, detail: string, cause?: unknown): ServiceError {
  return new ServiceError(code, detail, cause === undefined ? {} : { cause });
}

/** Why a sign-in failed stands in its audit record, which an admin finds by the reference that the user was shown. */
export async function withReason<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) call.describeForAudit({ detail: { failure: readable(error.message) } });
    throw error;
  }
}

export const notConfigured = (): ServiceError =>
  refused("sso_not_configured", "This sign-in method is not configured on this server. Choose another one.");
