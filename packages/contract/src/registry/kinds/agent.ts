import { Type, type Static } from "typebox";
import {
  Arguments,
  Command,
  discoverable,
  freeObject,
  Harnesses,
  line,
  nullable,
  someText,
  StableVersion,
  text,
  uuid,
  WebUrl,
} from "../fields.js";
import { SingleLineText } from "../../text.js";
import { defineKind, partial } from "../kind.js";
import { InstallLock } from "../lock.js";

/** The kinds that an agent is made of. */
export const COMPONENT_KINDS = ["mcp", "skill", "hook", "prompt", "sandbox"] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

export const AgentComponent = Type.Object({
  component_type: Type.Enum([...COMPONENT_KINDS]),
  component_id: someText(200, { description: "UUID or name, as accepted by any {id}" }),
  version: Type.Optional(someText(64)),
  config_override: Type.Optional(freeObject),
});
export type AgentComponent = Static<typeof AgentComponent>;

export const ExternalMcp = Type.Object({
  name: someText(64, { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", description: "a name of letters, digits, ., _ and -" }),
  command: Type.Optional(Command),
  args: Type.Optional(Arguments),
  env: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 8000 }))),
  url: Type.Optional(WebUrl),
});
export type ExternalMcp = Static<typeof ExternalMcp>;

const SuccessMetric = Type.Object({
  name: SingleLineText({ maxLength: 200 }),
  target: text(200),
  measurement: text(200),
});
const SuccessCriteria = Type.Object({
  intended_purpose: someText(2000),
  success_metrics: Type.Optional(Type.Array(SuccessMetric, { maxItems: 10 })),
  evaluation_notes: Type.Optional(text(2000)),
});

const Tools = (description: string) =>
  Type.Optional(Type.Array(SingleLineText({ minLength: 1, maxLength: 200 }), { maxItems: 200, description }));

const fields = {
  ...discoverable,
  model_name: line(200),
  category: Type.Optional(line(100)),
  prompt: text(200_000, { default: "" }),
  model_config_json: Type.Optional(freeObject),
  models_by_harness: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 200 }))),
  components: Type.Optional(Type.Array(AgentComponent, { maxItems: 200 })),
  mcp_server_ids: Type.Optional(Type.Array(someText(200), { maxItems: 200 })),
  external_mcps: Type.Optional(Type.Array(ExternalMcp, { maxItems: 100 })),
  success_criteria: Type.Optional(SuccessCriteria),
  tools: Tools("Tools that the agent may use, named as in any harness; omit it to allow all tools"),
  disallowed_tools: Tools("Tools that the agent must not use; `*` denies all tools"),
  color: Type.Optional(line(50)),
  argument_hint: Type.Optional(line(500)),
  display_name: Type.Optional(
    line(200, { description: "Human-readable name; `name` is the identifier used in harnesses" }),
  ),
};

export const BlockingComponent = Type.Object({
  component_type: Type.String(),
  component_id: Type.String(),
  name: Type.String(),
  status: Type.String(),
});
export type BlockingComponent = Static<typeof BlockingComponent>;

const ComponentLink = Type.Object({
  component_type: Type.String(),
  component_id: uuid,
  component_name: Type.String(),
  namespace: Type.String(),
  slug: Type.String(),
  qualified_name: Type.String(),
  version_ref: Type.String(),
  order: Type.Integer(),
  config_override: nullable(freeObject),
  status: Type.String(),
});
const McpLink = Type.Object({ mcp_listing_id: uuid, mcp_name: Type.String(), order: Type.Integer() });

const ValuesByListing = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 8000 })),
);

/** An agent is called by its name: it must not need quotes anywhere. */
export const AgentName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z0-9][a-z0-9_-]*$",
  description: "a name of lowercase letters, digits, - and _ that starts with a letter or digit",
});

export const AgentOptions = Type.Object({
  scope: Type.Optional(Type.Enum(["project", "user"])),
  model: Type.Optional(someText(200)),
  tools: Type.Optional(
    Type.Union([Type.Array(someText(200), { maxItems: 200 }), text(8000, { description: "Comma-separated names" })]),
  ),
  color: Type.Optional(someText(50)),
  local_name: Type.Optional(AgentName),
});

export const agent = defineKind({
  kind: "agent",
  type: "agents",
  title: "agent",
  itemFields: {},
  fields,
  submitOnly: {},
  release: Type.Object({
    ...partial({ ...fields, description: text(5000), changelog: text(20_000), supported_harnesses: Harnesses }),
    version: StableVersion,
    model_name: fields.model_name,
    is_prerelease: Type.Optional(Type.Boolean()),
    save_as_draft: Type.Optional(Type.Boolean()),
    refresh_components: Type.Optional(Type.Boolean()),
  }),
  detailFields: {
    mcp_links: Type.Array(McpLink),
    component_links: Type.Array(ComponentLink),
    latest_approved_version: nullable(Type.String()),
    latest_version: nullable(Type.String()),
  },
  summaryFields: {
    model_name: Type.String(),
    category: nullable(Type.String()),
    required_capabilities: Type.Array(Type.String()),
    inferred_supported_harnesses: Type.Array(Type.String()),
    download_count: Type.Integer(),
    average_rating: nullable(Type.Number()),
    component_count: Type.Integer(),
    created_by: nullable(uuid),
    created_by_email: nullable(Type.String()),
    created_by_username: nullable(Type.String()),
    created_at: Type.String({ format: "date-time" }),
    components_ready: Type.Boolean(),
    blocking_components: Type.Array(BlockingComponent),
  },
  filters: { category: Type.Optional(someText(100)) },
  install: {
    env_values: Type.Optional(ValuesByListing),
    header_values: Type.Optional(ValuesByListing),
    options: Type.Optional(AgentOptions),
    platform: Type.Optional(
      text(50, { description: "linux, darwin or windows; any other value is treated as unknown" }),
    ),
    strict: Type.Boolean({ default: false }),
  },
  installReply: { agent_id: uuid, lock: InstallLock },
  installAlias: "pull",
  componentErrors: ["invalid_components"],
  installErrors: ["lock_problems"],
  reviewErrors: ["blocking_components"],
});
