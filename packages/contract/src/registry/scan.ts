import { Type, type Static } from "typebox";
import { endpoint, None } from "../endpoint.js";
import { freeObject } from "./fields.js";
import { ITEM_TYPES, type ItemType } from "./kinds.js";

const entry = { name: Type.String({ minLength: 1, maxLength: 500 }) };
/** Entries are looked at one by one, so that a bad one does not spoil the rest: their members are free here. */
const Entries = Type.Optional(Type.Array(Type.Unsafe<Record<string, unknown>>(freeObject), { maxItems: 5000 }));

export const ScanBody = Type.Object({
  harness: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  ide: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Alias of `harness`" })),
  ...(Object.fromEntries(ITEM_TYPES.map((type) => [type, Entries])) as Record<ItemType, typeof Entries>),
});
export type ScanBody = Static<typeof ScanBody>;

export const ScannedItem = Type.Object({
  name: entry.name,
  id: Type.String({ description: "Empty for skipped entries" }),
  type: Type.String(),
  status: Type.Enum(["created", "existing", "skipped"]),
  reason: Type.Optional(Type.String()),
});
export type ScannedItem = Static<typeof ScannedItem>;

export const scan = endpoint({
  module: "registry",
  method: "POST",
  path: "/scan",
  summary: "Registers the items found by a harness scan",
  access: "user",
  audited: { action: "registry.scan", sensitivity: "low", calls: "by_reviewers" },
  params: None,
  query: None,
  takesGzip: true,
  body: ScanBody,
  reply: Type.Object({
    registered: Type.Array(ScannedItem),
    summary: Type.Record(Type.String(), Type.Integer()),
  }),
  errors: ["validation_failed"],
});
