import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { ServiceError } from "../platform/service-error.js";

/** Written by tools/pack-client.mjs. */
const FOLDER = new URL("../../client/", import.meta.url);

export interface PackedTack {
  readonly bytes: Buffer;
  readonly version: string;
  /** The versions of Node.js that it runs on, as npm writes them. */
  readonly nodeRange: string;
  readonly digest: string;
}

/** Read when it is first asked for: a start has no need of it. */
export function openPackedTack(): () => Promise<PackedTack> {
  let read: Promise<PackedTack> | undefined;
  return () => (read ??= readPackedTack().catch(forget));
  function forget(error: unknown): never {
    read = undefined;
    throw error;
  }
}

async function readPackedTack(): Promise<PackedTack> {
  const [bytes, manifest] = await Promise.all([
    readFile(new URL("tack.tgz", FOLDER)),
    readFile(new URL("manifest.json", FOLDER), "utf8"),
  ]).catch((cause: unknown) => {
    throw new ServiceError("not_found", "This server was built without tack. Its operator can run: npm run build", {
      cause,
    });
  });
  const { version, engines } = JSON.parse(manifest) as { version: string; engines: { node: string } };
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return { bytes, version, nodeRange: engines.node, digest };
}
