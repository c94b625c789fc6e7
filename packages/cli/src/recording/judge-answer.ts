import type { HttpAnswer } from "../api/transport.js";

/** What was sent. */
export interface SentLines {
  readonly first: number;
  readonly count: number;
  /** The single line is a placeholder and not an original line. */
  readonly isStandIn: boolean;
}

export type Verdict =
  /** Everything up to this line is stored on the server; later lines of this generation are not. */
  | { readonly kind: "acknowledged"; readonly line: number; readonly generation: number }
  | { readonly kind: "halve" }
  | { readonly kind: "replace" }
  | { readonly kind: "quarantine"; readonly reason: string }
  /** `isTooSlow`: the batch may be too large for the connection. */
  | { readonly kind: "later"; readonly reason: string; readonly isTooSlow?: boolean };

/** The contract's table of rejected batches. */
export function judgeAnswer(answer: HttpAnswer, sent: SentLines): Verdict {
  const { status } = answer;
  if (status === 409 || (status >= 200 && status < 300)) return judgePosition(answer, sent);
  if (status === 413 || status === 422) {
    if (sent.count > 1) return { kind: "halve" };
    const isLine = sent.count === 1 && !sent.isStandIn;
    return isLine ? { kind: "replace" } : { kind: "quarantine", reason: `HTTP ${status}` };
  }
  // Part of the batch may be accepted: only one line should be quarantined, not the whole batch.
  if (status === 400 || status === 415) {
    return sent.count > 1 ? { kind: "halve" } : { kind: "quarantine", reason: `HTTP ${status}` };
  }
  return later(answer, `HTTP ${status}`);
}

function judgePosition(answer: HttpAnswer, { first }: SentLines): Verdict {
  const body = bodyOf(answer);
  const line = numberOf(body, "acknowledged_line");
  if (line === undefined) return later(answer, "the response has no acknowledged_line");
  // Without progress, it would be sent and rejected forever.
  if (answer.status === 409 && line < first)
    return later(answer, "the conflict response does not state what is stored");
  return { kind: "acknowledged", line, generation: numberOf(body, "generation") ?? 0 };
}

const later = ({ status }: HttpAnswer, reason: string): Verdict => ({
  kind: "later",
  reason: status === 401 ? "not signed in" : reason,
});

export function bodyOf({ text }: HttpAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

export function numberOf(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  return typeof value === "number" && Number.isInteger(value) ? value : undefined;
}
