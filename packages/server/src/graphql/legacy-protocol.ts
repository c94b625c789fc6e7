import { GRAPHQL_TRANSPORT_WS_PROTOCOL, MessageType, type WebSocket as ProtocolSocket } from "graphql-ws";
import { CLOSE_CODES } from "./socket-connection.js";

/** The subprotocol of subscriptions-transport-ws, whose messages differ in name from those of its successor. */
export const LEGACY_PROTOCOL = "graphql-ws";

const MEANT: Readonly<Record<string, MessageType>> = {
  connection_init: MessageType.ConnectionInit,
  start: MessageType.Subscribe,
  stop: MessageType.Complete,
};

/** Its clients ask before they have been let in; this many questions wait for that. */
const MAX_WAITING = 100;

interface Message {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly payload?: unknown;
}

/** A socket that speaks the old protocol outside, and the new one inside. */
export function speakLegacy(socket: ProtocolSocket): ProtocolSocket {
  let entered: Promise<void> | undefined;
  let isIn = false;
  let waiting = 0;

  return {
    protocol: GRAPHQL_TRANSPORT_WS_PROTOCOL,
    async send(text) {
      const message = JSON.parse(text) as Message;
      await socket.send(JSON.stringify(inOldWords(message)));
      if (message.type !== MessageType.ConnectionAck) return;
      isIn = true;
      await socket.send(KEEP_ALIVE);
    },
    close: socket.close,
    onMessage: (receive) =>
      socket.onMessage(async (text) => {
        const message = read(text);
        if (message?.type === "connection_terminate") return socket.close(1000, "Goodbye.");
        const type = MEANT[String(message?.type)];
        if (!message || !type) return socket.close(CLOSE_CODES.badMessage, "Invalid message received");
        const meant = JSON.stringify({
          type,
          ...(message.id === undefined ? {} : { id: typeof message.id === "number" ? String(message.id) : message.id }),
          ...(message.payload === undefined ? {} : { payload: message.payload }),
        });
        if (type === MessageType.ConnectionInit) return (entered = receive(meant));
        if (entered && !isIn) {
          waiting += 1;
          if (waiting > MAX_WAITING) return socket.close(CLOSE_CODES.badMessage, "Wait for connection_ack first.");
          await entered;
          // A rejected client is already being notified.
          if (!isIn) return undefined;
        }
        return receive(meant);
      }),
  };
}

export const connectionError = (message: string): string =>
  JSON.stringify({ type: "connection_error", payload: { message } });

/** Some clients give up on a connection that was silent for long. */
export const KEEP_ALIVE = JSON.stringify({ type: "ka" });

function read(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

function inOldWords({ type, id, payload }: Message): object {
  if (type === MessageType.Next) return { type: "data", id, payload };
  // One error, where the new protocol has a list.
  if (type === MessageType.Error) return { type: "error", id, payload: Array.isArray(payload) ? payload[0] : payload };
  return { type, ...(id === undefined ? {} : { id }), ...(payload === undefined ? {} : { payload }) };
}
