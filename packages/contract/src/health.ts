import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";

const STORE_STATES = ["ok", "unreachable"] as const;

export const HealthReport = Type.Object(
  {
    status: Type.Enum(["ok", "degraded", "unhealthy"]),
    initialized: Type.Boolean({ description: "False until the first user has been created" }),
    database: Type.Enum([...STORE_STATES]),
    analytics: Type.Enum([...STORE_STATES]),
    bus: Type.Enum([...STORE_STATES, "in_process"]),
    storage: Type.Optional(
      Type.Enum(["ok", "read_only"], {
        description:
          "Of the disk under the embedded stores. `read_only`: it is full or not writable, so writes are refused with 503",
      }),
    ),
    version: Type.String(),
    search: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(["ready", "indexing", "words_only"]),
          progress: Type.Number({ minimum: 0, maximum: 1 }),
        },
        {
          description:
            "The share of the catalogue that is found by meaning. The rest is found by its words. `words_only`: the embedding service does not respond",
        },
      ),
    ),
  },
  { $id: "HealthReport" },
);
export type HealthReport = Static<typeof HealthReport>;

export const getHealth = endpoint({
  method: "GET",
  path: "/health",
  aliases: ["/health", "/readyz"],
  module: "health",
  summary: "Readiness check: queries the relational database and the analytical store",
  access: "anyone",
  audited: false,
  readsOthers: false,
  params: None,
  query: None,
  body: None,
  reply: HealthReport,
  alsoRepliesWith: [503],
  errors: [],
});

export const Liveness = Type.Object({ status: Type.Literal("alive") }, { $id: "Liveness" });
export type Liveness = Static<typeof Liveness>;

export const getLiveness = endpoint({
  method: "GET",
  path: "/healthz",
  aliases: ["/healthz", "/livez"],
  module: "health",
  summary: "Liveness check: the API process responds",
  access: "anyone",
  audited: false,
  readsOthers: false,
  params: None,
  query: None,
  body: None,
  reply: Liveness,
  errors: [],
});
