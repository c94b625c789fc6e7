import { isUuid } from "../platform/ids.js";
import { fieldError, type ServiceError } from "../platform/service-error.js";
import type { EventPlace } from "../telemetry/index.js";

/** Where a page of sessions goes on. */
export interface SessionPlace {
  readonly lastEventAt: string;
  readonly id: string;
}

const MAX_LINES = 0xffff_ffff;

/** Opaque to clients: the format may change in the next version. */
const write = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString("base64url");

export const sessionCursor = ({ lastEventAt, id }: SessionPlace): string => write([lastEventAt, id]);
export const eventCursor = ({ line, at }: EventPlace): string => write([line, at]);

export function readSessionCursor(cursor: string): SessionPlace {
  const [lastEventAt, id] = read(cursor);
  const isTime = typeof lastEventAt === "string" && !Number.isNaN(Date.parse(lastEventAt));
  if (!isTime || !isUuid(id)) throw badCursor();
  return { lastEventAt: new Date(lastEventAt).toISOString(), id };
}

export function readEventCursor(cursor: string): EventPlace {
  const [line, at] = read(cursor);
  if (!isCount(line) || !isCount(at)) throw badCursor();
  return { line, at };
}

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LINES;

function read(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not a cursor that this server issued.
  }
  throw badCursor();
}

const badCursor = (): ServiceError =>
  fieldError("after", "must be a cursor or endCursor of the same list; omit it for the first page");
