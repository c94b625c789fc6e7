import type { IncomingMessage } from "node:http";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../service-error.js";

/** Far more than the parts that an upload has, and few enough to be read in a moment. A file may have such lines too. */
const MAX_DELIMITER_LINES = 1000;

/** Teaches the server `multipart/form-data`; endpoints that do not take uploads refuse it before it is read. */
export async function acceptUploads(app: FastifyInstance, maxBytes: number): Promise<void> {
  // No limit of parts, which the plugin has by default: the parser gives a part beyond it no listener for errors, so that a
  // form which breaks off there would end the process. Files and fields have limits of their own, and `readUpload` counts
  // the lines that may begin a part.
  await app.register(multipart, {
    limits: { files: 1, fileSize: maxBytes, fields: 10, fieldSize: 10_000, parts: Infinity, headerPairs: 50 },
  });
}

/** The one file of an upload takes the place of the body: `{ file }`, as text. */
export async function readUpload(request: FastifyRequest): Promise<{ file: string }> {
  const bytes = await readFile(request).catch(refuseBroken);
  if (!bytes) throw refusal("must have exactly one file");
  try {
    return { file: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw refusal("must be UTF-8 text");
  }
}

async function readFile(request: FastifyRequest): Promise<Buffer | undefined> {
  const readPart = async (): Promise<Buffer | undefined> => (await request.file())?.toBuffer();
  return Promise.race([refuseManyParts(request.raw), readPart()]);
}

/** A body of nothing but empty parts would keep the parser, and so every other request, waiting for seconds. */
function refuseManyParts(raw: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    let lines = 0;
    let tail = "";
    raw.on("data", (chunk: Buffer) => {
      const text = tail + chunk.toString("latin1");
      for (let at = text.indexOf("\n--"); at >= 0; at = text.indexOf("\n--", at + 3)) lines += 1;
      tail = text.slice(-2);
      if (lines <= MAX_DELIMITER_LINES) return;
      raw.unpipe();
      reject(refusal("must be sent in a form with fewer parts: this one has too many lines that start with --"));
    });
  });
}

/** What the plugin refuses has a status; what its parser cannot read is a bare error, and as much the sender's mistake. */
function refuseBroken(error: Error & { readonly statusCode?: number }): never {
  if (error instanceof ServiceError || error.statusCode !== undefined) throw error;
  throw new ServiceError("malformed_request", "Malformed form: the boundary is missing, or the form is truncated.", {
    cause: error,
  });
}

function refusal(message: string): ServiceError {
  return new ServiceError("validation_failed", `body.file ${message}`, {
    extra: { errors: [{ path: "body.file", message }] },
  });
}
