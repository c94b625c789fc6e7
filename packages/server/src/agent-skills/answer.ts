import { hasEntityTag, Answer, type Call } from "../platform/http/index.js";

/** Whatever somebody sees is theirs alone; they may ask whether it has changed. */
export function answerTagged<Body>(
  body: Body,
  tag: string,
  { headers }: Pick<Call, "headers">,
  more: Readonly<Record<string, string>> = {},
): Answer<Body> {
  const own = { ...more, etag: `"${tag}"`, "cache-control": "private, no-cache" };
  return hasEntityTag(headers["if-none-match"], own.etag)
    ? new Answer(undefined as Body, { status: 304, headers: own })
    : new Answer(body, { headers: own });
}
