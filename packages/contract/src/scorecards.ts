import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { moment, nullable } from "./registry/fields.js";
import { ItemId } from "./registry/item.js";
import { OWNED } from "./registry/shapes.js";
import { DIMENSIONS, type Dimension } from "./scorecard-weights.js";

const DimensionName = Type.Enum([...DIMENSIONS]);
const weight = Type.Number({ minimum: 0, maximum: 1 });

export const DimensionWeight = Type.Object(
  { dimension: DimensionName, weight, is_custom: Type.Boolean() },
  { $id: "DimensionWeight" },
);
export type DimensionWeight = Static<typeof DimensionWeight>;

const OF_WEIGHTS = { module: "admin", access: "admin", path: "/admin/weights", params: None, query: None } as const;
const audited = { resource: "weights", calls: "all" } as const;

export const getWeights = endpoint({
  ...OF_WEIGHTS,
  method: "GET",
  summary: "Lists the weights of the dimensions of scorecards",
  audited: { ...audited, action: "weights.read", sensitivity: "low" },
  body: None,
  reply: Type.Array(DimensionWeight),
  errors: ["unauthenticated", "forbidden"],
});

const weights = Type.Partial(Type.Object(Object.fromEntries(DIMENSIONS.map((each) => [each, weight])) as WeightFields));
type WeightFields = Record<Dimension, typeof weight>;

export const PutWeightsBody = Type.Object(weights.properties, { additionalProperties: false, minProperties: 1 });
export type PutWeightsBody = Static<typeof PutWeightsBody>;

export const putWeights = endpoint({
  ...OF_WEIGHTS,
  method: "PUT",
  summary: "Changes weights of the dimensions of scorecards; together they must be 1",
  audited: { ...audited, action: "weights.set", sensitivity: "medium" },
  body: PutWeightsBody,
  reply: Type.Object({ updated: weights }),
  errors: ["unauthenticated", "forbidden", "validation_failed"],
});

const score = nullable(Type.Number({ minimum: 0, maximum: 100 }));
const evidenceCount = Type.Integer({
  minimum: 0,
  description: "How many calls, ratings or canary reports it is made of",
});

export const ScorecardDimension = Type.Object(
  {
    dimension: DimensionName,
    weight,
    score,
    evidence_count: evidenceCount,
    reason: nullable(Type.String({ description: "Why there is no score; null if there is one" })),
  },
  { $id: "ScorecardDimension" },
);
export type ScorecardDimension = Static<typeof ScorecardDimension>;

/** One day, or one version, of a scorecard. */
const part = {
  sessions: Type.Integer({ minimum: 0 }),
  total: score,
  scores: Type.Object(Object.fromEntries(DIMENSIONS.map((each) => [each, score])) as Record<Dimension, typeof score>),
};

export const Scorecard = Type.Object(
  {
    agent_id: Type.String(),
    days: Type.Integer(),
    version: nullable(Type.String({ description: "The version that it is about; null: all versions" })),
    sessions: Type.Integer({ minimum: 0, description: "Sessions of the agent in that time" }),
    total: nullable(Type.Number({ description: "Weighted over the dimensions that have a score" })),
    dimensions: Type.Array(ScorecardDimension),
    versions: Type.Array(Type.Object({ version: nullable(Type.String()), ...part }), {
      description: "By agent version, newest activity first; null: sessions that do not state one",
    }),
    series: Type.Array(Type.Object({ time: moment, ...part }), { description: "By day (UTC), oldest first" }),
  },
  { $id: "Scorecard" },
);
export type Scorecard = Static<typeof Scorecard>;

export const ScorecardQuery = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
  version: Type.Optional(Type.String({ maxLength: 512, description: "Only sessions that ran this version" })),
});

const OF_AGENT = {
  module: "telemetry",
  access: "user",
  method: "GET",
  audited: false,
  params: ItemId,
  body: None,
} as const;

export const getScorecard = endpoint({
  ...OF_AGENT,
  path: "/agents/:id/scorecard",
  summary: "Returns how an agent performs, from telemetry and ratings; only its owners and admins can see it",
  readsOthers: READS.item,
  query: ScorecardQuery,
  reply: Scorecard,
  errors: [...OWNED, "validation_failed"],
});

export const ScorecardSession = Type.Object(
  {
    session_id: Type.String({ description: "The ID that GET /sessions/{id} takes" }),
    user_id: nullable(Type.String({ description: "Null if the caller cannot see whose it is" })),
    agent_version: nullable(Type.String()),
    harness: Type.String(),
    last_event_at: moment,
    tool_calls: Type.Integer(),
    tool_failures: Type.Integer(),
    repeated_calls: nullable(
      Type.Integer({ description: "Calls with the tool and input of an earlier one; null if its lines were purged" }),
    ),
    ratings: Type.Partial(
      Type.Object({
        goal_completion: Type.Number(),
        factual_grounding: Type.Number(),
        thought_process: Type.Number(),
      }),
      { description: "The mean of the session's ratings, by dimension" },
    ),
    canary_reports: Type.Integer(),
    canary_penalties: Type.Number(),
  },
  { $id: "ScorecardSession" },
);
export type ScorecardSession = Static<typeof ScorecardSession>;

export const listScorecardSessions = endpoint({
  ...OF_AGENT,
  path: "/agents/:id/scorecard/sessions",
  summary: "Lists the sessions behind a scorecard, newest first, with what each contributes",
  readsOthers: READS.item,
  query: Type.Object({
    ...ScorecardQuery.properties,
    day: Type.Optional(
      Type.String({ format: "date", description: "Only sessions whose last event is on this day (UTC)" }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
  }),
  reply: Type.Array(ScorecardSession),
  errors: [...OWNED, "validation_failed"],
});
