import type { EndpointShape } from "@tackroom/contract";
import type { FastifyRequest } from "fastify";
import { ServiceError } from "../service-error.js";
import { FORM } from "./form-body.js";
import { GZIP_JSON, RAW_BYTES } from "./json-body.js";

/** Refuses a body of a kind that the endpoint does not read, before reading it. */
export function requireAcceptedType(endpoint: EndpointShape, { headers }: FastifyRequest): void {
  const { jsonOnly, takesUpload, takesForm = false, takesBytes, anyContentType } = endpoint;
  if (anyContentType) headers["content-type"] = "application/json";
  if (takesBytes) headers["content-type"] = RAW_BYTES;
  const type = headers["content-type"] ?? "";
  if (jsonOnly && !/^application\/json\b/i.test(type)) {
    throw new ServiceError("unsupported_media_type", "Send Content-Type: application/json, even if the body is empty.");
  }
  if (!takesUpload && /^multipart\//i.test(type)) {
    throw new ServiceError("unsupported_media_type", "Send the body as application/json.");
  }
  if (takesForm !== isForm(type)) {
    throw new ServiceError("unsupported_media_type", `Send the body as ${takesForm ? FORM : "application/json"}.`);
  }
  requireAcceptedEncoding(endpoint, headers, type);
}

function requireAcceptedEncoding({ takesGzip }: EndpointShape, headers: FastifyRequest["headers"], type: string): void {
  const encoding = (headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding === "identity") return;
  if (!takesGzip || encoding !== "gzip") {
    const remedy = takesGzip ? "Use gzip or no compression." : "Send the body uncompressed.";
    throw new ServiceError("unsupported_media_type", `Content-Encoding: ${encoding} is not supported here. ${remedy}`);
  }
  if (/^application\/json\b/i.test(type)) headers["content-type"] = GZIP_JSON;
}

const isForm = (type: string): boolean => type.toLowerCase().split(";")[0]?.trim() === FORM;

/** PostgreSQL cannot store U+0000 in text, and nobody means it in a name, a path or a query. */
export function refuseNul({ bodyMayHoldNul }: EndpointShape, { params, query, body }: FastifyRequest): void {
  const inBody = bodyMayHoldNul ? undefined : findNul("body", body);
  const path = findNul("path", params) ?? findNul("query", query) ?? inBody;
  if (path === undefined) return;
  const errors = [{ path, message: "must not contain the character U+0000" }];
  throw new ServiceError("validation_failed", `${path} must not contain the character U+0000`, { extra: { errors } });
}

function findNul(path: string, value: unknown): string | undefined {
  if (typeof value === "string") return value.includes("\u0000") ? path : undefined;
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    const found = name.includes("\u0000") ? path : findNul(at, member);
    if (found !== undefined) return found;
  }
  return undefined;
}
