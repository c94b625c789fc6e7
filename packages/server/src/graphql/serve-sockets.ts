import { OperationTypeNode, type ExecutionArgs, type ExecutionResult, type GraphQLError } from "graphql";
import {
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  makeServer,
  type Server,
  type SubscribePayload,
  type WebSocket as ProtocolSocket,
} from "graphql-ws";
import type { WebSocket } from "ws";
import type { Authenticate, PrivilegedRead, RecordSocketReads, SocketOrigin } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";
import { createAdmission } from "./callers.js";
import { contextOf, type Context } from "./context.js";
import type { Engine } from "./engine.js";
import { connectionError, KEEP_ALIVE, LEGACY_PROTOCOL, speakLegacy } from "./legacy-protocol.js";
import type { Operation } from "./prepare-operation.js";
import { coded } from "./present-error.js";
import { CLOSE_CODES, openSocketConnection, type SocketConnection } from "./socket-connection.js";
import type { UpdateQueue } from "./update-queue.js";

export const PROTOCOLS = [GRAPHQL_TRANSPORT_WS_PROTOCOL, LEGACY_PROTOCOL] as const;

const INIT_WITHIN_MS = 10_000;
/** How often a silent socket is looked after: whether someone is there, and still may be. */
const LOOKED_AFTER_EVERY_MS = 20_000;
const MAX_OPERATIONS = 100;

export interface SocketServerDeps {
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  readonly recordReads: RecordSocketReads;
  readonly log: Log;
}

export interface SocketServer {
  opened(socket: WebSocket, from: SocketOrigin): void;
  close(): void;
}

/** Both protocols, over one implementation: the old one is translated. */
export function createSocketServer({ engine, authenticate, recordReads, log }: SocketServerDeps): SocketServer {
  const admitSocket = createAdmission(authenticate);
  const protocol = createProtocol({ engine, recordReads });
  const cares = new Set<() => void>();
  const rounds = setInterval(() => {
    for (const care of cares) care();
  }, LOOKED_AFTER_EVERY_MS);
  rounds.unref();

  return {
    opened(socket, from) {
      const isLegacy = socket.protocol === LEGACY_PROTOCOL;
      const farewell = isLegacy ? connectionError : undefined;
      const connection = openSocketConnection(socket, from, { admitSocket, log, farewell });
      if (!isLegacy && socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL) {
        connection.close(CLOSE_CODES.noSuchProtocol, `Unsupported subprotocol. Use one of ${PROTOCOLS.join(", ")}.`);
        return;
      }
      const plain = protocolSocket(socket, connection, log);
      const closed = protocol.opened(isLegacy ? speakLegacy(plain) : plain, connection);
      const care = lookAfter(socket, connection, isLegacy);
      cares.add(care);
      socket.on("close", (code, reason) => {
        cares.delete(care);
        log.info({ ip: from.ip, code }, `WebSocket closed with ${code}`);
        Promise.resolve(closed(code, String(reason))).catch((error: unknown) => {
          log.error({ err: error }, "the subscriptions of a WebSocket did not end cleanly");
        });
      });
    },
    close: () => clearInterval(rounds),
  };
}

/** What is to be done for a socket from time to time. */
function lookAfter(socket: WebSocket, connection: SocketConnection, isLegacy: boolean): () => void {
  let isThere = true;
  socket.on("pong", () => (isThere = true));
  return () => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
    if (!connection.caller()) return undefined;
    if (isLegacy) void connection.send(KEEP_ALIVE);
    return void connection.isAllowed();
  };
}

/** The socket as the protocol sees it. What it throws at a message, it throws at the client's doing. */
function protocolSocket(socket: WebSocket, connection: SocketConnection, log: Log): ProtocolSocket {
  // What is wrong with a frame is told by the close that follows.
  socket.on("error", (error) => log.debug({ err: error }, "a socket failed"));
  return {
    protocol: GRAPHQL_TRANSPORT_WS_PROTOCOL,
    send: connection.send,
    close: connection.close,
    onMessage: (receive) =>
      void socket.on("message", (message: Buffer) => {
        receive(message.toString()).catch((error: Error) => {
          // What is nested too deeply to be walked through is not meant to be read.
          if (error instanceof RangeError || error.message.startsWith("Unexpected message")) {
            return connection.close(CLOSE_CODES.badMessage, "Invalid message received");
          }
          log.error({ err: error }, "handling a WebSocket message failed");
          return connection.close(CLOSE_CODES.internal, "Internal server error. Reconnect.");
        });
      }),
  };
}

interface Started {
  readonly result: () => Promise<ExecutionResult> | UpdateQueue<ExecutionResult>;
}

const resultOf = ({ contextValue }: ExecutionArgs): ReturnType<Started["result"]> => (contextValue as Started).result();

function createProtocol(deps: Pick<SocketServerDeps, "engine" | "recordReads">): Server<SocketConnection> {
  return makeServer<Record<string, unknown>, SocketConnection>({
    connectionInitWaitTimeout: INIT_WITHIN_MS,
    onConnect: ({ connectionParams, extra }) => extra.enter(connectionParams),
    onSubscribe: ({ extra, subscriptions }, _id, payload) =>
      start(deps, extra, { payload, running: Object.keys(subscriptions).length }),
    execute: resultOf,
    subscribe: resultOf,
  });
}

async function runRecorded(engine: Engine, operation: Operation, context: Context): Promise<ExecutionResult> {
  const result = await engine.run(operation, context);
  await context.recordReads();
  return result;
}

async function start(
  { engine, recordReads }: Pick<SocketServerDeps, "engine" | "recordReads">,
  connection: SocketConnection,
  { payload, running }: { readonly payload: SubscribePayload; readonly running: number },
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  if (running > MAX_OPERATIONS) {
    return [
      coded(`A connection can run at most ${MAX_OPERATIONS} operations. Complete some first.`, "TOO_MANY_OPERATIONS"),
    ];
  }
  const caller = (await connection.isAllowed()) ? connection.caller() : undefined;
  if (!caller) return [coded("Your account could not be verified. Retry shortly.", "UNAVAILABLE")];
  const { query, variables = null, operationName = null } = payload;
  const prepared = engine.prepare({ query, variables: variables ?? null, operationName: operationName ?? null });
  if ("errors" in prepared) return prepared.errors;
  const { operation } = prepared;
  const noted: PrivilegedRead[] = [];
  const context = contextOf(
    { ...caller, notePrivilegedRead: (read) => void noted.push(read) },
    {
      onOverflow: () => connection.close(CLOSE_CODES.tooSlow, "Too slow: the update queue is full. Reconnect."),
      recordReads: () => recordReads(caller, connection.origin, noted.splice(0)),
    },
  );
  const args = { schema: engine.schema, document: operation.document, operationName: operation.operationName };
  if (operation.operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    return { ...args, contextValue: { result: () => runRecorded(engine, operation, context) } satisfies Started };
  }
  const updates = await engine.subscribe(operation, context, connection.isAllowed);
  if ("errors" in updates) return updates.errors;
  return { ...args, contextValue: { result: () => updates } satisfies Started };
}
