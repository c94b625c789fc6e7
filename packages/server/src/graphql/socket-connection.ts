import type { WebSocket } from "ws";
import type { Identity, SocketOrigin } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";
import type { ServiceError } from "../platform/service-error.js";
import { credentialsOf, type AdmitSocket } from "./callers.js";

/** What both protocols close with; the numbers that are not theirs are ours. */
export const CLOSE_CODES = {
  tooSlow: 4008,
  badMessage: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  noSuchProtocol: 4406,
  internal: 4500,
  tryAgainLater: 1013,
} as const;

/** One socket: who it speaks for, and what may wait to be sent on it. */
export interface SocketConnection {
  /** Whose it is; undefined until they have been let in. */
  caller(): Identity | undefined;
  readonly origin: SocketOrigin;
  /** Authenticates the caller; closes the socket if the credentials are invalid. */
  enter(params: Readonly<Record<string, unknown>> | undefined): Promise<boolean>;
  /** Whether they may still be here; otherwise the socket is closed. */
  isAllowed(): Promise<boolean>;
  /** Done when the message has left. */
  send(text: string): Promise<void>;
  close(code: number, reason: string): void;
}

/** A message is begun only below this: what is sent at once may be larger, what piles up may not. */
const MAX_WAITING_BYTES = 1024 * 1024;
const MAX_REASON_BYTES = 123;

export interface SocketConnectionOptions {
  readonly admitSocket: AdmitSocket;
  readonly log: Log;
  /** What is said before the close to someone who has not been let in, where the protocol has words for it. */
  readonly farewell?: ((reason: string) => string) | undefined;
}

export function openSocketConnection(
  socket: WebSocket,
  from: SocketOrigin,
  { admitSocket, log, farewell }: SocketConnectionOptions,
): SocketConnection {
  let credentials = from;
  let caller: Identity | undefined;

  const close = (code: number, reason: string): void => {
    if (farewell && !caller && socket.readyState === socket.OPEN) socket.send(farewell(reason));
    socket.close(code, shortened(reason));
  };
  const refuse = (refusal: ServiceError): false => {
    if (refusal.status >= 500)
      log.error({ err: refusal.cause ?? refusal }, "the caller of a WebSocket could not be authenticated");
    close(closeCodeOf(refusal), refusal.message);
    return false;
  };

  return {
    caller: () => caller,
    origin: from,
    async enter(params) {
      credentials = credentialsOf(from, params);
      const admission = await admitSocket(credentials);
      if ("refusal" in admission) return refuse(admission.refusal);
      caller = admission.caller;
      return true;
    },
    async isAllowed() {
      if (!caller || socket.readyState !== socket.OPEN) return false;
      const admission = await admitSocket(credentials);
      if ("refusal" in admission) {
        // A store that does not answer has not said that they must go; what cannot be checked now is not delivered.
        return admission.refusal.code === "unavailable" ? false : refuse(admission.refusal);
      }
      if (admission.caller.role === caller.role) return true;
      close(CLOSE_CODES.forbidden, "Your role has changed. Reconnect.");
      return false;
    },
    send: (text) =>
      new Promise((resolve) => {
        if (socket.bufferedAmount > MAX_WAITING_BYTES) {
          close(CLOSE_CODES.tooSlow, "Too slow: the send buffer is full. Read faster, or request less.");
        }
        // A socket that is gone needs no more: its end is told by its close.
        if (socket.readyState !== socket.OPEN) return resolve();
        return socket.send(text, () => resolve());
      }),
    close,
  };
}

function closeCodeOf({ code, status }: ServiceError): number {
  if (status === 401) return CLOSE_CODES.unauthenticated;
  if (status === 403) return CLOSE_CODES.forbidden;
  return code === "unavailable" ? CLOSE_CODES.tryAgainLater : CLOSE_CODES.internal;
}

function shortened(reason: string): string {
  const bytes = Buffer.from(reason);
  if (bytes.length <= MAX_REASON_BYTES) return reason;
  return bytes
    .subarray(0, MAX_REASON_BYTES)
    .toString()
    .replace(/\s\S*$/, "");
}
