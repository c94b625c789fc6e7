import { fileURLToPath } from "node:url";
import serveFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const FILES = fileURLToPath(new URL("../../../web/dist/", import.meta.url));
/** Paths that are never served by the web app. */
const NOT_PAGES = /^\/(api|docs|assets|\.well-known|health|healthz|livez|readyz)(\/|$)/;
const A_YEAR = "public, max-age=31536000, immutable";
/** Files are compressed when they are built, so one address has several bodies. */
const VARIES = "Origin, Accept-Encoding";

/**
 * The built web app. File names in assets/ contain a content hash, so these files are cached permanently; everything
 * else is revalidated.
 */
export async function serveWebApp(app: FastifyInstance): Promise<void> {
  await app.register(async (files) => {
    files.addHook("onRequest", async (_request, reply) => void reply.header("vary", VARIES));
    await files.register(serveFiles, {
      root: `${FILES}assets`,
      prefix: "/assets/",
      preCompressed: true,
      cacheControl: false,
      decorateReply: false,
      setHeaders: (response) => void response.setHeader("cache-control", A_YEAR),
    });
  });
  await app.register(serveFiles, {
    root: FILES,
    wildcard: false,
    globIgnore: ["assets/**", "**/*.br", "**/*.gz"],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.setHeader("cache-control", "no-cache");
      // Lets agents that load the page discover the manifest of the registry.
      if (/\.html(\.br|\.gz)?$/.test(path)) response.setHeader("link", '</.well-known/ard.json>; rel="ard"');
    },
  });
}

/** Where a person opens a page by its address, the web app answers, and finds out itself which page that is. */
export function answerWithPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { method, url, headers } = request;
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (!headers.accept?.includes("text/html") || NOT_PAGES.test(url.split("?")[0] ?? "")) return undefined;
  return reply.code(200).header("vary", `${VARIES}, Accept`).sendFile("index.html");
}
