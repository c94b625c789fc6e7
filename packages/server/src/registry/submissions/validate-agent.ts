import { REGISTRY, type ComponentError, type FieldError } from "@tackroom/contract";
import { checkInput, type CallContext } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import type { Deps } from "../access/change-item.js";
import { resolveComponents } from "../agents/components.js";
import type { Fields } from "../core/fields.js";
import { kindOf } from "../kinds/index.js";
import { splitPayload } from "./submission.js";
import { submissionErrors } from "./submit-item.js";
import { loadViewer } from "../stores/viewer-store.js";

const check = checkInput(REGISTRY.agents.submitItem.body, "body");

/** `POST /agents/validate`: what a submission of it would be refused for, all at once. */
export async function validateAgent({ db }: Deps, body: Fields, { caller, call }: CallContext) {
  const agents = kindOf("agent");
  const ofSchema = schemaErrors(body);
  const submission = splitPayload(agents, body);
  const paths = new Set(ofSchema.map(({ path }) => path));
  const others = submissionErrors(agents, submission, body).filter(({ path }) => !paths.has(path));
  const errors = [...ofSchema, ...others];
  const asked = ofSchema.length === 0 ? (agents.components?.(submission.fields) ?? []) : [];
  const viewer = await loadViewer(db, caller);
  const componentErrors: readonly ComponentError[] =
    asked.length === 0 ? [] : await call.act(async (tx) => (await resolveComponents(tx, viewer, asked)).errors);
  return {
    valid: errors.length + componentErrors.length === 0,
    errors,
    component_errors: [...componentErrors],
  };
}

function schemaErrors(body: Fields): FieldError[] {
  try {
    check(body);
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return (error.extra["errors"] ?? []) as FieldError[];
    throw error;
  }
}
