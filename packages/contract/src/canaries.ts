import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { line, moment, nullable, uuid } from "./registry/fields.js";

export const CANARY_TYPES = ["numeric", "entity", "instruction"] as const;
export type CanaryType = (typeof CANARY_TYPES)[number];

/** Where the marker is planted: by the install for `prompt` and `skill`, by the operator for the others. */
export const INJECTION_POINTS = ["prompt", "skill", "tool_output", "context"] as const;
export type InjectionPoint = (typeof INJECTION_POINTS)[number];

export const CANARY_BEHAVIORS = ["parroted", "flagged", "corrected", "ignored"] as const;
export type CanaryBehavior = (typeof CANARY_BEHAVIORS)[number];

export const Canary = Type.Object(
  {
    id: uuid,
    agent_id: uuid,
    canary_type: Type.Enum([...CANARY_TYPES]),
    injection_point: Type.Enum([...INJECTION_POINTS]),
    canary_value: Type.String(),
    expected_behavior: Type.Enum([...CANARY_BEHAVIORS]),
    created_by: nullable(uuid),
    created_at: moment,
  },
  { $id: "Canary" },
);
export type Canary = Static<typeof Canary>;

export const CanaryReport = Type.Object(
  {
    trace_id: Type.String({ description: "The stored session, whatever its harness calls it" }),
    session_id: Type.String({ description: "The ID that GET /sessions/{id} takes" }),
    line: nullable(Type.Integer({ description: "Where the marker was found; null if it was not" })),
    detected_at: moment,
    canary_id: uuid,
    canary_type: Type.Enum([...CANARY_TYPES]),
    canary_value: Type.String(),
    injection_point: Type.Enum([...INJECTION_POINTS]),
    agent_behavior: Type.Enum([...CANARY_BEHAVIORS]),
    penalty_applied: Type.Number(),
    evidence: nullable(Type.String({ description: "The text around the marker, without secrets" })),
  },
  { $id: "CanaryReport" },
);
export type CanaryReport = Static<typeof CanaryReport>;

const OF_CANARIES = { module: "telemetry", access: "admin", params: None, query: None, body: None } as const;
const audited = { resource: "canary", calls: "all" } as const;
const AgentId = Type.Object({
  agent_id: Type.String({ minLength: 1, maxLength: 200, description: "ID of the agent" }),
});
const ERRORS = ["unauthenticated", "forbidden", "validation_failed"] as const;

export const CreateCanaryBody = Type.Object({
  agent_id: uuid,
  canary_type: Type.Enum([...CANARY_TYPES]),
  injection_point: Type.Enum([...INJECTION_POINTS]),
  canary_value: Type.Optional(
    line(200, { description: "Generated if omitted. At least 8 characters, so that it is not found by chance" }),
  ),
  expected_behavior: Type.Enum([...CANARY_BEHAVIORS], { default: "ignored" }),
});
export type CreateCanaryBody = Static<typeof CreateCanaryBody>;

export const createCanary = endpoint({
  ...OF_CANARIES,
  method: "POST",
  path: "/admin/canaries",
  summary: "Plants a marker in what an agent is given; sessions in which the agent repeats it are reported",
  audited: { ...audited, action: "canary.create", sensitivity: "high" },
  body: CreateCanaryBody,
  reply: Canary,
  status: 201,
  errors: [...ERRORS, "not_found", "conflict"],
});

export const listCanaries = endpoint({
  ...OF_CANARIES,
  method: "GET",
  path: "/admin/canaries/:agent_id",
  summary: "Lists the active canaries of an agent",
  audited: { ...audited, action: "canary.list", sensitivity: "medium" },
  params: AgentId,
  reply: Type.Array(Canary),
  errors: ERRORS,
});

export const deleteCanary = endpoint({
  ...OF_CANARIES,
  method: "DELETE",
  path: "/admin/canaries/:id",
  summary: "Stops looking for a canary; its reports are kept",
  audited: { ...audited, action: "canary.delete", sensitivity: "high" },
  params: Type.Object({ id: uuid }),
  reply: None,
  status: 204,
  errors: [...ERRORS, "not_found"],
});

export const listCanaryReports = endpoint({
  ...OF_CANARIES,
  method: "GET",
  path: "/admin/canaries/:agent_id/reports",
  summary: "Lists what became of the canaries of an agent, newest first",
  audited: { ...audited, action: "canary.read_reports", sensitivity: "medium" },
  params: AgentId,
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  }),
  reply: Type.Array(CanaryReport),
  errors: ERRORS,
});
