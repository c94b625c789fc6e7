import { isCalendarDay, type McpServersQuery } from "@tackroom/contract";
import { fieldError } from "../platform/service-error.js";
import { searchWithoutPublisher } from "./core/server-name.js";
import { readCursor, type Asked, type Place } from "./cursor.js";

/** A cursor counts for more than the parameters beside it: it belongs to the question of the first page. */
export function readQuestion(query: McpServersQuery, domains: readonly string[]): Asked & Place {
  if (query.cursor !== undefined && query.cursor !== "") return readCursor(query.cursor);
  const updatedSince = query.updated_since ? readTime(query.updated_since) : null;
  return {
    search: searchWithoutPublisher(query.search ?? "", domains),
    version: query.version ?? "",
    withDeleted: query.include_deleted || updatedSince !== null,
    updatedSince,
    after: null,
    afterVersion: null,
  };
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** A plus sign that was not escaped arrives as a space. */
function readTime(given: string): Date {
  const text = given.replace(" ", "+");
  const time = new Date(text);
  const isDay = isCalendarDay(text.slice(0, "2026-01-31".length));
  if (isDay && RFC_3339.test(text) && !Number.isNaN(time.getTime())) return time;
  throw fieldError("query.updated_since", "must be an RFC 3339 timestamp such as 2026-01-31T12:00:00Z");
}
