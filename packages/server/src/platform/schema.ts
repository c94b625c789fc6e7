import { Ajv, type Options } from "ajv";
import addFormats from "ajv-formats";

/** The contract's schemas are plain JSON Schema; this is the one place that chooses who checks them. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: false, ...options });
  addFormats.default(ajv);
  return ajv;
}
