import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../service-error.js";

/** Teaches the server `multipart/form-data`; endpoints that do not take uploads refuse it before it is read. */
export async function acceptUploads(app: FastifyInstance, largestBytes: number): Promise<void> {
  // No limit of parts, which the plugin has by default: the parser gives a part beyond it no listener for errors, so that a
  // form which breaks off there would end the process. Files and fields have limits of their own.
  await app.register(multipart, {
    limits: { files: 1, fileSize: largestBytes, fields: 10, fieldSize: 10_000, parts: Infinity, headerPairs: 50 },
  });
}

/** The one file of an upload takes the place of the body: `{ file }`, as text. */
export async function readUpload(request: FastifyRequest): Promise<{ file: string }> {
  const bytes = await readFile(request).catch(refuseBroken);
  if (!bytes) throw refusal("needs one file");
  try {
    return { file: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw refusal("must be UTF-8 text");
  }
}

async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  const part = await request.file();
  return part?.toBuffer();
}

/** What the plugin refuses has a status; what its parser cannot read is a bare error, and as much the sender's mistake. */
function refuseBroken(error: Error & { readonly statusCode?: number }): never {
  if (error.statusCode !== undefined) throw error;
  throw new ServiceError(
    "malformed_request",
    "The form cannot be read: it has no boundary, or ends before its last one.",
    {
      cause: error,
    },
  );
}

function refusal(message: string): ServiceError {
  return new ServiceError("validation_failed", `body.file ${message}`, {
    extra: { errors: [{ path: "body.file", message }] },
  });
}
