import { TEXT_FORMATS } from "@tackroom/contract";
import { Ajv, type Options } from "ajv";
import addFormats from "ajv-formats";
import { isUuid } from "./ids.js";

/** The contract's schemas are plain JSON Schema; this is the one place that chooses who checks them. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: false, ...options });
  addFormats.default(ajv);
  // The usual one also takes urn:uuid:…, which PostgreSQL does not.
  ajv.addFormat("uuid", isUuid);
  for (const [name, check] of Object.entries(TEXT_FORMATS)) ajv.addFormat(name, check);
  return ajv;
}
