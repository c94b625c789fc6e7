import { Type, type Static } from "typebox";
import { Harnesses, line, moment, nullable, optionalLine, text, uuid, Version } from "./fields.js";

export const VISIBILITIES = ["public", "team", "owner"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
export const ITEM_STATUSES = ["draft", "pending", "approved", "rejected", "archived"] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
export const VERSION_STATUSES = ["draft", "pending", "approved", "rejected"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

export const RiskSignal = Type.Object(
  {
    code: Type.String({ examples: ["unpinned_fetch"] }),
    severity: Type.Enum(["low", "medium", "high"]),
    path: Type.String(),
    message: Type.String(),
    file: Type.Optional(Type.String({ description: "Where a review shows it, if that is known" })),
    line: Type.Optional(Type.Integer({ minimum: 1, description: "The line of that file" })),
  },
  { description: "Risks that a reviewer must consider and may accept" },
);
export type RiskSignal = Static<typeof RiskSignal>;

/** Where an imported version comes from. */
export const SOURCE = {
  repository: Type.String({ description: "The address of the repository, or `folder:<name>`" }),
  commit: nullable(Type.String({ description: "Null for a folder that is not in a git repository" })),
};

export const ItemSource = Type.Object(
  {
    ...SOURCE,
    path: Type.String({ description: "The file in the repository; `#` is followed by the place in that file" }),
    batch_id: uuid,
  },
  { description: "Where the version was imported from" },
);
export type ItemSource = Static<typeof ItemSource>;

/** What every submission has, whatever its kind. */
export const submission = {
  name: line(200),
  version: Version,
  description: text(5000),
  owner: optionalLine(200),
  team_id: Type.Optional(uuid),
  visibility: Type.Enum([...VISIBILITIES], { default: "public" }),
  supported_harnesses: { ...Harnesses, default: [] } as typeof Harnesses,
  changelog: Type.Optional(text(20_000)),
};

export const summary = {
  id: uuid,
  name: Type.String(),
  namespace: Type.String(),
  slug: Type.String(),
  qualified_name: Type.String({ examples: ["ada/github-tools"] }),
  version: Type.String(),
  description: Type.String(),
  owner: Type.String(),
  team_id: nullable(uuid),
  visibility: Type.Enum([...VISIBILITIES]),
  is_private: Type.Boolean(),
  supported_harnesses: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  status: Type.Enum([...ITEM_STATUSES]),
  rejection_reason: nullable(Type.String()),
  updated_at: moment,
};

/** An agent that is made of the item, among others. */
const UsedBy = Type.Object(
  {
    id: uuid,
    name: Type.String(),
    qualified_name: Type.String(),
    version: Type.String(),
    pinned_version: Type.String({ description: "The version of this item that the agent pins" }),
  },
  { $id: "UsedBy" },
);

const INSTALL_DAYS = 14;

/** How much an item is used, and what people think of it. */
export const figures = {
  download_count: Type.Integer(),
  installs_14d: Type.Array(Type.Integer(), {
    minItems: INSTALL_DAYS,
    maxItems: INSTALL_DAYS,
    description: "Installs on each of the last 14 days (UTC), today last",
  }),
  average_rating: nullable(Type.Number()),
  total_reviews: Type.Integer(),
};

export const detail = {
  ...summary,
  submitted_by: nullable(uuid),
  created_at: moment,
  ...figures,
  user_permission: Type.Enum(["owner", "view"]),
  version_id: uuid,
  digest: nullable(Type.String()),
  changelog: nullable(Type.String()),
  deprecated: nullable(Type.String()),
  risk_signals: Type.Array(RiskSignal),
  signed: Type.Boolean({ description: "Whether the version has a signed release statement" }),
  reviewed_by: nullable(
    Type.String({ description: "Username of who decided on the version. Only owners and reviewers see it" }),
  ),
  reviewed_at: nullable(moment),
  source: nullable(ItemSource),
  used_by: Type.Array(UsedBy, { maxItems: 10, description: "Listed agents that the caller may see, by name" }),
  used_by_total: Type.Integer({ description: "The number of such agents, counted up to 1,000" }),
};

export const ItemSummary = Type.Object(summary);
export type ItemSummary = Static<typeof ItemSummary>;
export const ItemDetail = Type.Object(detail);
export type ItemDetail = Static<typeof ItemDetail>;

export const ItemId = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "UUID, `namespace/slug` (as one path segment) or name",
  }),
});
const version = { v: Type.String({ minLength: 1, maxLength: 64 }) };
export const ItemVersionId = Type.Object({ ...ItemId.properties, ...version });

export const versionFields = {
  id: uuid,
  listing_id: uuid,
  version: Type.String(),
  description: Type.String(),
  changelog: nullable(Type.String()),
  status: Type.Enum([...VERSION_STATUSES]),
  rejection_reason: nullable(Type.String()),
  download_count: Type.Integer(),
  supported_harnesses: Type.Array(Type.String()),
  digest: nullable(Type.String({ description: "SHA-256 digest of the canonical bytes: sha256:<hex>" })),
  deprecated: nullable(Type.String()),
  yanked: Type.Boolean(),
  risk_signals: Type.Array(RiskSignal),
  released_by: nullable(uuid),
  released_at: nullable(moment),
  created_at: moment,
};
/** The kind's own fields are in `extra`; an agent's version shows them beside the others too. */
export const ItemVersion = Type.Object(
  {
    ...versionFields,
    extra: Type.Record(Type.String(), Type.Unknown()),
    item_changes: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "Changes of the item itself, such as `owner`, that take effect when this version is approved",
      }),
    ),
  },
  { $id: "ItemVersion", additionalProperties: true },
);
export type ItemVersion = Static<typeof ItemVersion>;

/** What a decision or a comment is about, and nothing else. */
export const ReviewedContent = Type.String({
  pattern: "^sha256:[0-9a-f]{64}$",
  description: "the digest of the reviewed content: sha256:<hex>",
});
/** With an approval: publishes nothing but this. */
export const ReviewedDigest = Type.Optional(ReviewedContent);

/** An item that someone is offered, and by whom. */
export const OwnershipTransfer = Type.Object(
  {
    type: Type.String({ description: "Item kind" }),
    id: uuid,
    qualified_name: Type.String(),
    name: Type.String(),
    from: Type.String({ description: "A username" }),
    to: Type.String({ description: "A username" }),
    created_at: moment,
  },
  { $id: "OwnershipTransfer" },
);
export type OwnershipTransfer = Static<typeof OwnershipTransfer>;

export const FieldChange = Type.Object({ path: Type.String(), before: Type.Unknown(), after: Type.Unknown() });
export const TextChange = Type.Object({ path: Type.String(), unified: Type.String() });
export const VersionDiff = Type.Object({
  from: Type.String(),
  to: Type.String(),
  fields: Type.Array(FieldChange),
  texts: Type.Array(TextChange),
});
export type VersionDiff = Static<typeof VersionDiff>;

export const Person = Type.Object({
  id: uuid,
  email: Type.String(),
  username: Type.String(),
  is_active: Type.Boolean(),
});
export type Person = Static<typeof Person>;

/** Identifies a user by exactly one of the three fields. */
export const PersonReference = Type.Object({
  email: optionalLine(320),
  username: optionalLine(64),
  user_id: Type.Optional(uuid),
});
export type PersonReference = Static<typeof PersonReference>;

const Downloads = Type.Object({ date: Type.String(), downloads: Type.Integer() });
const count = nullable(Type.Integer());
const figure = nullable(Type.Number());

/** Which of the optional figures there are depends on the kind; without evidence they are null. */
export const ItemMetrics = Type.Object(
  {
    listing_id: Type.Optional(uuid),
    agent_id: Type.Optional(uuid),
    total_downloads: Type.Integer(),
    unique_users: Type.Optional(Type.Integer()),
    last_downloaded_at: Type.Optional(nullable(moment)),
    total_calls: Type.Optional(count),
    error_count: Type.Optional(count),
    error_rate: Type.Optional(figure),
    total_interactions: Type.Optional(count),
    acceptance_rate: Type.Optional(figure),
    avg_tool_calls: Type.Optional(figure),
    avg_latency_ms: Type.Optional(figure),
    p50_latency_ms: Type.Optional(figure),
    p90_latency_ms: Type.Optional(figure),
    p99_latency_ms: Type.Optional(figure),
    dimension_averages: Type.Optional(nullable(Type.Record(Type.String(), Type.Number()))),
    weakest_dimension: Type.Optional(nullable(Type.String())),
    drift_alert: Type.Optional(nullable(Type.Boolean())),
    by_harness: Type.Record(Type.String(), Type.Integer()),
    by_version: Type.Record(Type.String(), Type.Integer()),
    series: Type.Array(Downloads),
    users: Type.Optional(
      Type.Array(Type.Object({ user_id: uuid, username: nullable(Type.String()), downloads: Type.Integer() })),
    ),
  },
  { $id: "ItemMetrics" },
);
export type ItemMetrics = Static<typeof ItemMetrics>;
