import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The rules of ARD's own schema, without its explanations. */
const SCHEMA = JSON.parse(readFileSync(new URL("./ai-catalog.schema.json", import.meta.url), "utf8")) as {
  $id: string;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(SCHEMA);

const manifest = ajv.getSchema(SCHEMA.$id) as ValidateFunction;
const entry = ajv.compile({ $ref: `${SCHEMA.$id}#/$defs/catalogEntry` });

/** What is wrong with it; empty if nothing is. */
export const manifestProblems = (value: unknown): string[] => problemsOf(manifest, value);
export const entryProblems = (value: unknown): string[] => problemsOf(entry, value);

function problemsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}
