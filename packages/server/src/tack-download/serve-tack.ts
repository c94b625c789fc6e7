import type { FastifyInstance, FastifyRequest } from "fastify";
import { hasEntityTag } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import type { Settings } from "../settings/index.js";
import { installScript, scriptAddress } from "./core/install-script.js";
import { openPackedTack } from "./packed-tack.js";

export interface TackDownloadDeps {
  readonly settings: Pick<Settings, "get">;
}

/** The command line, as npm installs it, and a script that does so. Both are for everyone: they contain nothing of anyone. */
export function serveTack(app: FastifyInstance, { settings }: TackDownloadDeps): void {
  const packed = openPackedTack();
  const schema = { hide: true };
  app.get("/tack.tgz", { schema }, async (request, reply) => {
    const { bytes, version, digest } = await packed();
    const tag = `"${digest}"`;
    void reply.headers({
      "cache-control": "public, no-cache",
      etag: tag,
      "x-artifact-digest": digest,
      "x-artifact-version": version,
    });
    if (hasEntityTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    return reply
      .header("content-disposition", `attachment; filename="tackroom-tack-${version}.tgz"`)
      .type("application/gzip")
      .send(bytes);
  });
  app.get("/install.sh", { schema }, async (request, reply) => {
    const { nodeRange } = await packed();
    const script = installScript(addressFor(settings, request), nodeRange);
    // The address may be the one that the caller used.
    return reply.header("cache-control", "private, no-cache").type("text/x-shellscript; charset=utf-8").send(script);
  });
}

/** Where the caller reaches this server: as the operator says, otherwise as the request does. */
function addressFor(settings: Pick<Settings, "get">, request: FastifyRequest): string {
  const given = [settings.get("deployment.public_url"), `${request.protocol}://${request.host}`];
  const [address] = given.flatMap((each) => scriptAddress(each) ?? []);
  if (address !== undefined) return address;
  throw new ServiceError(
    "malformed_request",
    "The Host header is not a valid host name. Use the address of this server.",
  );
}
