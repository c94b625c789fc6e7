import { fileURLToPath } from "node:url";
import serveFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

const FILES = fileURLToPath(new URL("../../../web/public/", import.meta.url));

export async function serveWebApp(app: FastifyInstance): Promise<void> {
  await app.register(serveFiles, { root: FILES, wildcard: false });
}
