import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { ListPage } from "./registry/shapes.js";

export const ARD_SOURCE_STATUSES = ["pending", "ok", "failed"] as const;

export const ArdSource = Type.Object(
  {
    id: uuid,
    url: Type.String({ description: "URL of the manifest" }),
    publisher: nullable(
      Type.String({ description: "The domain that owns its entries; null until the manifest has been fetched once" }),
    ),
    status: Type.Enum([...ARD_SOURCE_STATUSES], {
      description: "Result of the last fetch; `pending` if it has not been fetched yet",
    }),
    error: nullable(Type.String({ description: "Why the fetch failed, or which entries were rejected" })),
    entry_count: Type.Integer({ description: "Number of searchable entries" }),
    last_fetched_at: nullable(moment),
    created_at: moment,
  },
  { $id: "ArdSource" },
);
export type ArdSource = Static<typeof ArdSource>;

const OF_SOURCES = { module: "discovery", access: "admin", params: None, query: None, body: None } as const;
const audited = { resource: "ard_source", sensitivity: "medium", calls: "all" } as const;

export const listArdSources = endpoint({
  ...OF_SOURCES,
  method: "GET",
  path: "/admin/ard-sources",
  summary: "Lists the external manifests included in searches, newest first",
  audited: { ...audited, action: "ard_source.list", sensitivity: "low" },
  query: Type.Object(ListPage),
  reply: Type.Array(ArdSource),
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});

export const addArdSource = endpoint({
  ...OF_SOURCES,
  method: "POST",
  path: "/admin/ard-sources",
  summary: "Adds the manifest of another publisher; it is fetched immediately and then every hour",
  audited: { ...audited, action: "ard_source.add" },
  body: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      examples: ["https://acme.example/.well-known/ard.json"],
    }),
  }),
  reply: ArdSource,
  status: 201,
  errors: ["unauthenticated", "forbidden", "validation_failed", "conflict", "invalid_state"],
});

export const removeArdSource = endpoint({
  ...OF_SOURCES,
  method: "DELETE",
  path: "/admin/ard-sources/:id",
  summary: "Removes a source and all of its entries",
  audited: { ...audited, action: "ard_source.remove" },
  params: Type.Object({ id: uuid }),
  reply: None,
  status: 204,
  errors: ["unauthenticated", "forbidden", "not_found"],
});
