import type { AddressInfo } from "node:net";
import { createClient, type Client, type FormattedExecutionResult } from "graphql-ws";
import { WebSocket, type ClientOptions } from "ws";
import { eventually } from "./eventually.js";
import type { Send } from "./people.js";
import type { TestServer } from "./server.js";

/** Where a server that listens takes WebSockets. */
export async function listenForSockets({ app }: TestServer): Promise<string> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/graphql`;
}

export interface Answer {
  readonly data?: Record<string, never> | null;
  readonly errors?: { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** Asks over HTTP: what is answered with 200. */
export async function ask(send: Send, token: string, query: string, variables?: object): Promise<Answer> {
  const answer = await send("POST /graphql", { token, body: { query, variables } });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

export const codesOf = ({ errors = [] }: Answer): string[] => errors.map(({ extensions }) => extensions.code);

/** A line of a transcript. */
export const promptLine = (text: string, at = "2026-08-20T09:00:00.000Z"): string =>
  JSON.stringify({ type: "user", timestamp: at, message: { role: "user", content: text } });

/** A socket, what it has received, and how it was closed. */
export interface RawSocket {
  readonly socket: WebSocket;
  readonly received: Record<string, unknown>[];
  say(message: unknown): void;
  /** The first message that is like this. */
  heard(like: Record<string, unknown>): Promise<Record<string, unknown>>;
  closed(): Promise<{ code: number; reason: string }>;
}

export async function openSocket(
  url: string,
  protocol: string | string[],
  headers: ClientOptions["headers"] = {},
): Promise<RawSocket> {
  const socket = new WebSocket(url, protocol, { headers });
  const received: Record<string, unknown>[] = [];
  let end: { code: number; reason: string } | undefined;
  socket.on("message", (text: Buffer) => received.push(JSON.parse(text.toString()) as Record<string, unknown>));
  socket.on("close", (code, reason) => (end = { code, reason: String(reason) }));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  return {
    socket,
    received,
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    heard: (like) =>
      eventually(() => {
        const found = received.find((message) => isLike(message, like));
        if (!found) throw new Error(`${JSON.stringify(like)} is not in ${JSON.stringify(received)}`);
        return found;
      }),
    closed: () =>
      eventually(() => {
        if (!end) throw new Error("the socket is still open");
        return end;
      }),
  };
}

const isLike = (message: Record<string, unknown>, like: Record<string, unknown>): boolean =>
  Object.entries(like).every(([name, value]) => message[name] === value);

/** The official client, with what an operation of its has brought. */
export interface Listening {
  readonly results: FormattedExecutionResult<Record<string, Record<string, unknown>>, unknown>[];
  readonly failures: unknown[];
  isDone(): boolean;
  stop(): void;
}

export function connect(url: string, connectionParams: Record<string, unknown>): Client {
  return createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0, lazy: true });
}

export function listen(client: Client, query: string, variables?: Record<string, unknown>): Listening {
  const results: Listening["results"] = [];
  const failures: unknown[] = [];
  let isDone = false;
  const stop = client.subscribe<Record<string, Record<string, unknown>>>(
    { query, variables: variables ?? null },
    {
      next: (result) => void results.push(result),
      error: (error) => void failures.push(error),
      complete: () => void (isDone = true),
    },
  );
  return { results, failures, isDone: () => isDone, stop };
}
