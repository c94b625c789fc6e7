import { TEXT_FORMATS, type FieldError } from "@tackroom/contract";
import type { ErrorObject, Options, ValidateFunction } from "ajv";
import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import type { Static, TSchema } from "typebox";
import { absentMembersRemover } from "../absent-members.js";
import { createAjv } from "../schema.js";
import { fieldErrors, type ServiceError } from "../service-error.js";
import { compileCache } from "./compile-cache.js";

/** A larger body is checked only up to its first mistake: listing millions of them would cost more than it helps. */
const LIST_ALL_UP_TO_CHARS = 256 * 1024;
const MAX_LISTED_ERRORS = 100;

const SOURCES: Readonly<Record<string, string>> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "header",
};

export function useValidation(app: FastifyInstance): void {
  // Set on each route: with one compiler for the whole app, Fastify copies all schemas once per route.
  app.addHook("onRoute", (route) => void (route.validatorCompiler = compileValidator));
}

/**
 * Bodies are taken as they are (`[1]` is not `["1"]`), but for optional members that say nothing (contract §14); query and
 * path arrive as text and are converted.
 */
const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = httpPart === "body" ? withoutAbsentMembers(schema, validatorOf(schema)) : textValidatorOf(schema);
  const source = SOURCES[httpPart ?? "body"] ?? "body";
  return (data: unknown) => {
    const errors = validate(data);
    return errors ? { error: refusal(source, errors) } : { value: data };
  };
};

/** For a body that the use case has to look at before its schema does. Throws the same refusal. */
export function checkInput<S extends TSchema>(schema: S, source: string): (data: unknown) => Static<S> {
  const validate = withoutAbsentMembers(schema, validatorOf(schema));
  return (data) => {
    const errors = validate(data);
    if (errors) throw refusal(source, errors);
    return data as Static<S>;
  };
}

type Validate = (data: unknown) => readonly ErrorObject[] | null;

function withoutAbsentMembers(schema: object, validate: Validate): Validate {
  let remove: ((data: unknown) => void) | undefined;
  return (data) => {
    remove ??= absentMembersRemover(schema);
    remove(data);
    return validate(data);
  };
}

/**
 * The fast check stops at the first mistake; only a request that fails it is checked again for all of them. Both are
 * compiled when they are first needed: all at once they would be most of a start.
 */
function createValidators(options: Options): (schema: object) => Validate {
  const quick = createAjv({ ...options, useDefaults: true });
  const thorough = createAjv({ ...options, useDefaults: true, allErrors: true, verbose: true });
  const quickChecks = compileCache<ValidateFunction>();
  const thoroughChecks = compileCache<ValidateFunction>();
  return (schema) => {
    let check: ValidateFunction | undefined;
    let checkAll: ValidateFunction | undefined;
    return (data) => {
      check ??= quickChecks(schema, () => quick.compile(schema));
      if (check(data)) return null;
      const first = check.errors ?? [];
      if (JSON.stringify(data ?? null).length > LIST_ALL_UP_TO_CHARS) return first;
      checkAll ??= thoroughChecks(schema, () => thorough.compile(schema));
      return checkAll(data) ? first : (checkAll.errors ?? first);
    };
  };
}

const validatorOf = createValidators({ coerceTypes: false });
const textValidatorOf = createValidators({ coerceTypes: "array" });

function refusal(source: string, found: readonly ErrorObject[]): ServiceError {
  return fieldErrors(found.slice(0, MAX_LISTED_ERRORS).map((error) => fieldError(source, error)));
}

function fieldError(source: string, error: ErrorObject): FieldError {
  const params = error.params as Record<string, unknown>;
  const path = readablePath(source, error.instancePath);
  if (error.keyword === "required")
    return { path: `${path}.${String(params["missingProperty"])}`, message: "is required" };
  if (error.keyword === "additionalProperties") {
    return { path: `${path}.${String(params["additionalProperty"])}`, message: "is an unknown field" };
  }
  if (error.keyword === "const") return { path, message: `must be ${JSON.stringify(params["allowedValue"])}` };
  if (error.keyword === "enum") {
    return { path, message: `must be one of ${(params["allowedValues"] as unknown[]).map(String).join(", ")}` };
  }
  // People read what a pattern or a format means more easily than its name.
  const { description } = (error.parentSchema ?? {}) as { description?: string };
  if ((error.keyword === "pattern" || String(params["format"]) in TEXT_FORMATS) && description)
    return { path, message: `must be ${description}` };
  return { path, message: error.message ?? "is invalid" };
}

/** `/items/0/id` of the body reads `body.items[0].id`. */
function readablePath(source: string, pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : `${path}.${part}`), source);
}
