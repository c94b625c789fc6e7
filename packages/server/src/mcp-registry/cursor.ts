import { isUuid } from "../platform/ids.js";
import { fieldError, type ServiceError } from "../platform/service-error.js";

/** What a list was asked for. */
export interface Asked {
  readonly search: string;
  /** `latest`, an exact version, or empty for all. */
  readonly version: string;
  readonly withDeleted: boolean;
  readonly updatedSince: Date | null;
}

/** Where the next page begins: after a server, or after a version of the server that follows. */
export interface Place {
  readonly after: { readonly place: string; readonly id: string } | null;
  readonly afterVersion: string | null;
}

type Written = [
  search: string,
  version: string,
  withDeleted: boolean,
  updatedSince: string | null,
  place: string | null,
  id: string | null,
  afterVersion: string | null,
];

/**
 * The cursor has the question with it, because some clients ask for the next page with the cursor alone; and only characters
 * that need no escaping, because some do not escape it. It opens nothing: every page is what its caller may see.
 */
export function writeCursor(asked: Asked, { after, afterVersion }: Place): string {
  const { search, version, withDeleted, updatedSince } = asked;
  const written: Written = [
    search,
    version,
    withDeleted,
    updatedSince?.toISOString() ?? null,
    after?.place ?? null,
    after?.id ?? null,
    afterVersion,
  ];
  return Buffer.from(JSON.stringify(written)).toString("base64url");
}

/** Anything that was not written above is refused before it reaches the database. */
export function readCursor(cursor: string): Asked & Place {
  const written = parsed(cursor);
  if (!isWritten(written)) throw badCursor();
  const [search, version, withDeleted, since, place, id, afterVersion] = written;
  const after = place === null || id === null ? null : { place, id };
  const updatedSince = since === null ? null : new Date(since);
  const isByChange = withDeleted || updatedSince !== null;
  if (isByChange && after && !isTime(after.place)) throw badCursor();
  return { search, version, withDeleted, updatedSince, after, afterVersion };
}

const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$/;

/** Whether the database takes it: a 30th of February is a day to `Date`, which makes another one of it. */
function isTime(text: string): boolean {
  const time = new Date(TIME.test(text) ? text : Number.NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, "2026-01-31T12:00:00".length));
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

function isWritten(written: unknown): written is Written {
  if (!Array.isArray(written) || written.length !== 7) return false;
  const [search, version, withDeleted, since, place, id, afterVersion] = written as unknown[];
  return (
    isText(search) &&
    isText(version) &&
    typeof withDeleted === "boolean" &&
    (since === null || (isText(since) && !Number.isNaN(Date.parse(since)))) &&
    (place === null || isText(place)) &&
    (id === null || isUuid(id)) &&
    (afterVersion === null || isText(afterVersion))
  );
}

/** PostgreSQL takes no U+0000. */
const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\u0000");

const badCursor = (): ServiceError =>
  fieldError("query.cursor", "is not a cursor of this list. Omit it for the first page");
