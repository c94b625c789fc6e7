import { createHmac } from "node:crypto";
import { OutboundError, OutboundRefusal } from "./outbound-error.js";
import type { Outbound } from "./outbound.js";

/** Contract §8. */
const TIMEOUT_MS = 10_000;
/** What it answers is of no interest beyond its status. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Unencrypted webhooks are allowed: the signature proves who sent them, and they hold no content of sessions. */
export const WEBHOOK_RULES = { plainHttp: true } as const;

export interface SignedMessage {
  readonly url: string;
  readonly secret: string;
  /** The same for each attempt, so that the receiver can tell a repetition. */
  readonly eventId: string;
  readonly body: object;
}

export interface WebhookAttempt {
  readonly isDelivered: boolean;
  readonly response_code: number | null;
  readonly error: string | null;
  /** Whether another attempt may fare better. */
  readonly mayPass: boolean;
}

/** One attempt. A failure is an outcome, not an error. */
export async function postSigned(
  outbound: Pick<Outbound, "fetch">,
  { url, secret, eventId, body }: SignedMessage,
): Promise<WebhookAttempt> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${timestamp}.${text}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-tackroom-signature": `sha256=${signature}`,
    "x-tackroom-timestamp": timestamp,
    "x-tackroom-event-id": eventId,
  };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES, ...WEBHOOK_RULES };
  try {
    const { status } = await outbound.fetch(url, { method: "POST", headers, body: text, ...limits });
    return outcomeOf(status);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return failedAttempt(error.message, { mayPass: !(error instanceof OutboundRefusal) });
  }
}

function outcomeOf(status: number): WebhookAttempt {
  if (status >= 200 && status < 300) return { isDelivered: true, response_code: status, error: null, mayPass: false };
  return failedAttempt(`The webhook answered with status ${status}.`, { mayPass: status >= 500, status });
}

export const failedAttempt = (
  error: string,
  { mayPass, status }: { readonly mayPass: boolean; readonly status?: number },
): WebhookAttempt => ({
  isDelivered: false,
  response_code: status ?? null,
  error,
  mayPass,
});
