import { createHash } from "node:crypto";
import { BASE_PATH, SURFACE_PATHS } from "@tackroom/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A caller who has the answer already is told so instead of being sent it again (RFC 9110, sections 8.8 and 13). */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (!isRead(request) || reply.statusCode !== 200 || !isJson(reply)) return payload;
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    // What someone may see is theirs alone, and worth asking again each time.
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "private, no-cache");
    const given = reply.getHeader("etag");
    const tag = typeof given === "string" ? given : tagOf(payload);
    reply.header("etag", tag);
    if (!hasEntityTag(request.headers["if-none-match"], tag)) return payload;
    reply.code(304).removeHeader("content-type").removeHeader("content-length");
    // What answers HEAD drops the body by itself, and tells its length.
    return request.method === "HEAD" ? payload : null;
  });
}

const isRead = ({ method, url }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && (url.startsWith(`${BASE_PATH}/`) || SURFACE_PATHS.test(url));

const isJson = (reply: FastifyReply): boolean => /^application\/json\b/i.test(String(reply.getHeader("content-type")));

/** Weak: a proxy may send the same in other bytes, compressed. */
const tagOf = (payload: string | Buffer): string => `W/"${createHash("sha256").update(payload).digest("base64url")}"`;

const TAGS = /(?:W\/)?"[^"]*"/g;

/** Whether a list of tags has this one. Weak tags match strong ones: what they stand for is the same. */
export function hasEntityTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return (header.match(TAGS) ?? []).some((each) => opaque(each) === opaque(tag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
