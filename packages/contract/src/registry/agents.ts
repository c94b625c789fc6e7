import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { FieldError } from "../errors.js";
import { NAMED, OWNED } from "./shapes.js";
import { freeObject, uuid } from "./fields.js";
import { ItemDetail, ItemId, ItemVersionId } from "./item.js";
import { partial } from "./kind.js";
import { agent } from "./kinds/agent.js";
import { submission } from "./item.js";
import { LockDocument } from "./lock.js";

const OF_AGENT = { module: "registry", access: "user", params: ItemId, query: None, body: None } as const;

const ComponentError = Type.Object({
  component_type: Type.String(),
  component_id: Type.String(),
  reason: Type.String(),
});
export type ComponentError = Static<typeof ComponentError>;

export const updateAgent = endpoint({
  ...OF_AGENT,
  method: "PUT",
  path: "/agents/:id",
  summary: "Updates an agent; versioned fields can only be changed until the version is approved",
  audited: { action: "agent.update", resource: "agent", sensitivity: "low", calls: "by_reviewers" },
  takesGzip: true,
  body: Type.Object({
    ...partial({ ...submission, ...agent.fields }),
    version_bump_type: Type.Optional(Type.Enum(["major", "minor", "patch"])),
  }),
  reply: Type.Object({ ...ItemDetail.properties }, { additionalProperties: true }),
  errors: [
    ...OWNED,
    "invalid_state",
    "validation_failed",
    "edit_locked",
    "name_taken",
    "conflict",
    "invalid_components",
  ],
});

export const validateAgent = endpoint({
  ...OF_AGENT,
  method: "POST",
  path: "/agents/validate",
  summary: "Validates an agent without submitting it",
  audited: false,
  readsOthers: false,
  readsOnly: true,
  params: None,
  body: freeObject,
  reply: Type.Object({
    valid: Type.Boolean(),
    errors: Type.Array(FieldError),
    component_errors: Type.Array(ComponentError),
  }),
  errors: [],
});

export const resolveAgent = endpoint({
  ...OF_AGENT,
  method: "GET",
  path: "/agents/:id/resolve",
  summary: "Returns the resolved components of an agent, and any that are missing",
  audited: false,
  readsOthers: READS.item,
  reply: Type.Object({
    agent_id: uuid,
    agent_name: Type.String(),
    agent_version: Type.String(),
    resolved: Type.Boolean(),
    component_counts: Type.Record(Type.String(), Type.Integer()),
    components: Type.Record(
      Type.String(),
      Type.Array(Type.Object({ name: Type.String(), version: Type.String(), order: Type.Integer() })),
    ),
    errors: Type.Array(ComponentError),
  }),
  errors: NAMED,
});

export const getManifest = endpoint({
  ...OF_AGENT,
  method: "GET",
  path: "/agents/:id/manifest",
  summary: "Exports an agent with all of its components",
  audited: false,
  readsOthers: READS.item,
  reply: Type.Object(
    {
      name: Type.String(),
      version: Type.String(),
      components: Type.Record(Type.String(), Type.Array(freeObject)),
    },
    { additionalProperties: true },
  ),
  errors: [...NAMED, "invalid_components"],
});

export const getLock = endpoint({
  ...OF_AGENT,
  method: "GET",
  path: "/agents/:id/versions/:v/lock",
  summary: "Returns the lock document of an agent version",
  audited: false,
  readsOthers: READS.item,
  params: ItemVersionId,
  reply: LockDocument,
  errors: NAMED,
});
