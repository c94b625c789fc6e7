import { pino, type DestinationStream, type Logger } from "pino";
import pretty from "pino-pretty";
import { requestContext } from "./request-context.js";

export type Log = Logger;

export interface LogOptions {
  readonly level: string;
  /** Readable lines for a person at a terminal, JSON for machines. */
  readonly readable: boolean;
  readonly destination?: DestinationStream;
}

const STDOUT = 1;

export function createLog({ level, readable, destination }: LogOptions): Log {
  const stream = readable
    ? pretty({
        destination: STDOUT,
        colorize: true,
        ignore: "pid,hostname",
        translateTime: "SYS:HH:MM:ss.l",
        sync: true,
      })
    : // pino's own stream outlives the reader of the log: a closed pipe must not end the server.
      (destination ?? pino.destination({ dest: STDOUT, sync: true }));
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const context = requestContext.getStore();
        return context ? { request_id: context.requestId } : {};
      },
      serializers: { err: describeError },
      hooks: { streamWrite: hideSecrets },
    },
    stream,
  );
}

interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

/** Only what helps to find the fault: drivers hang their whole connection, password included, on an error. */
function describeError(error: unknown): DescribedError {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name ?? "Error",
    message: error.message,
    ...(typeof code === "string" ? { code } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  };
}

/** pg-boss reports plain copies of errors. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === "object" && value !== null && "message" in value;
}

const SECRET_SHAPES: readonly [RegExp, string][] = [
  [/\btack_(live|test|dev)_[\w-]{16,}/g, "tack_$1_[secret]"],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g, "[token]"],
  [/\b(Bearer|Basic)\s+[\w~+/.=-]{8,}/gi, "$1 [secret]"],
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*):[^\s/@"]+@/gi, "$1:[secret]@"],
];

/** The last line of defence: driver errors quote connection strings, and callers put tokens in odd places. */
export function hideSecrets(line: string): string {
  return SECRET_SHAPES.reduce((text, [shape, shown]) => text.replace(shape, shown), line);
}
