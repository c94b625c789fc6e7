import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { SingleLineText } from "./text.js";

const ENVIRONMENTS = ["live", "test", "dev"] as const;
const moment = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);

const keyFields = {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  prefix: Type.String({ description: "The first 16 characters, which identify the key" }),
  environment: Type.Enum([...ENVIRONMENTS]),
  created_at: Type.String({ format: "date-time" }),
  expires_at: moment,
};

export const ApiKey = Type.Object(
  {
    ...keyFields,
    last_used_at: moment,
    last_used_ip: Type.Union([Type.String(), Type.Null()]),
    revoked_at: moment,
  },
  { $id: "ApiKey" },
);
export type ApiKey = Static<typeof ApiKey>;

export const CreateKeyBody = Type.Object({
  name: SingleLineText({ pattern: "\\S", maxLength: 100 }),
  environment: Type.Enum([...ENVIRONMENTS], { default: "live" }),
  expires_in_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
});
export type CreateKeyBody = Static<typeof CreateKeyBody>;

export const NewApiKey = Type.Object(
  { key: Type.String({ description: "Returned only once" }), ...keyFields },
  { $id: "NewApiKey" },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const createKey = endpoint({
  method: "POST",
  path: "/keys",
  module: "auth",
  summary: "Creates an API key with the role of its owner",
  access: "user",
  audited: { action: "key.create", resource: "api_key", sensitivity: "high", calls: "all" },
  limited: { rate: "general" },
  params: None,
  query: None,
  body: CreateKeyBody,
  reply: NewApiKey,
  status: 201,
  errors: ["key_limit_reached", "name_taken", "invalid_state"],
});

export const ListKeysQuery = Type.Object({
  status: Type.Enum(["active", "inactive", "all"], { default: "active" }),
  environment: Type.Optional(Type.Enum([...ENVIRONMENTS])),
  sort: Type.Enum(["created_at", "last_used_at", "name"], { default: "created_at" }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});
export type ListKeysQuery = Static<typeof ListKeysQuery>;

export const listKeys = endpoint({
  method: "GET",
  path: "/keys",
  module: "auth",
  summary: "Lists the caller's API keys",
  access: "user",
  audited: false,
  readsOthers: false,
  params: None,
  query: ListKeysQuery,
  body: None,
  reply: Type.Array(ApiKey),
  errors: [],
});

const KeyId = Type.Object({ id: Type.String({ format: "uuid" }) });

export const deleteKey = endpoint({
  method: "DELETE",
  path: "/keys/:id",
  module: "auth",
  summary: "Revokes an API key",
  access: "user",
  audited: { action: "key.revoke", resource: "api_key", sensitivity: "high", calls: "all" },
  params: KeyId,
  query: None,
  body: None,
  reply: None,
  status: 204,
  errors: ["not_found"],
});

export const RotateKeyBody = Type.Object({
  grace_period_hours: Type.Integer({ minimum: 1, maximum: 168, default: 24 }),
  immediate: Type.Boolean({ default: false, description: "Revoke the old key immediately" }),
});
export type RotateKeyBody = Static<typeof RotateKeyBody>;

export const RotatedKey = Type.Object(
  {
    new_key: Type.String({ description: "Returned only once" }),
    new_key_id: Type.String({ format: "uuid" }),
    old_key_id: Type.String({ format: "uuid" }),
    old_key_expires_at: Type.String({ format: "date-time" }),
    grace_period_hours: Type.Integer(),
  },
  { $id: "RotatedKey" },
);
export type RotatedKey = Static<typeof RotatedKey>;

export const rotateKey = endpoint({
  method: "POST",
  path: "/keys/:id/rotate",
  module: "auth",
  summary: "Rotates an API key; the old key remains valid for a grace period",
  access: "user",
  audited: { action: "key.rotate", resource: "api_key", sensitivity: "high", calls: "all" },
  params: KeyId,
  query: None,
  body: RotateKeyBody,
  reply: RotatedKey,
  errors: ["not_found", "invalid_state", "key_limit_reached"],
});
