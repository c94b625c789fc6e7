import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { CommitSha, freeObject, GitUrl, moment, nullable, uuid } from "./registry/fields.js";
import { ItemId } from "./registry/item.js";
import { ListPage, OWNED } from "./registry/shapes.js";

/** The two kinds of git hosting service of the specification. */
export const GIT_HOSTS = ["host_a", "host_b"] as const;
export type GitHost = (typeof GIT_HOSTS)[number];

/** The names by which a request may choose one: those of the specification, and the brands that everyone knows. */
export const GIT_HOST_NAMES = { host_a: "host_a", host_b: "host_b", github: "host_a", gitlab: "host_b" } as const;

/** Branch and tag names that sync accepts. */
const GIT_NAME = "^(?![-/])(?!.*[.][.])[A-Za-z0-9._/-]{1,255}$";

export const SYNC_TRIGGERS = ["push", "release", "manual"] as const;
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number];

export const SYNC_STATUSES = ["queued", "syncing", "success", "skipped", "failed"] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

const Host = Type.Enum([...GIT_HOSTS]);

const sync = {
  enabled: Type.Literal(true),
  id: uuid,
  provider: Host,
  repository_host: nullable(Host),
  webhook_url: Type.String(),
  sync_on_push: Type.Boolean(),
  sync_on_release: Type.Boolean(),
  branch: nullable(Type.String({ description: "Null: the default branch of the repository" })),
  last_delivery_at: nullable(moment),
  last_event: nullable(Type.String()),
  last_sync_status: nullable(Type.Enum([...SYNC_STATUSES])),
  last_sync_error: nullable(Type.String()),
  last_synced_at: nullable(moment),
  last_synced_sha: nullable(Type.String()),
  last_version: nullable(Type.String()),
  created_at: moment,
};

export const EnabledSync = Type.Object(
  {
    ...sync,
    secret: Type.Optional(
      Type.String({ description: "Only when sync is turned on, its provider changes, or the secret is rotated" }),
    ),
  },
  { $id: "EnabledSync" },
);
export type EnabledSync = Static<typeof EnabledSync>;

/** What is known of a listing's sync; one that is off has nothing else to tell. */
export const Sync = Type.Object(
  { ...Type.Partial(Type.Object(sync)).properties, enabled: Type.Boolean() },
  { $id: "Sync" },
);
export type Sync = { readonly enabled: false } | EnabledSync;

const ofListing = { module: "git-sync", access: "user", params: ItemId, query: None, body: None } as const;
const audited = { resource: "mcp", sensitivity: "medium", calls: "all" } as const;

export const getSync = endpoint({
  ...ofListing,
  method: "GET",
  path: "/mcps/:id/webhook-sync",
  summary: "Returns the git sync of an MCP server",
  audited: false,
  readsOthers: READS.item,
  reply: Sync,
  errors: OWNED,
});

export const PutSyncBody = Type.Object({
  sync_on_push: Type.Boolean({ default: true }),
  sync_on_release: Type.Boolean({ default: false }),
  branch: Type.Optional(
    Type.Union([Type.String({ maxLength: 255 }), Type.Null()], { description: "Blank or null: the default branch" }),
  ),
  provider: Type.Optional(
    Type.Union(
      [Type.Enum([...(Object.keys(GIT_HOST_NAMES) as (keyof typeof GIT_HOST_NAMES)[]), "auto"]), Type.Null()],
      {
        description: "Null keeps the provider, or detects it the first time; auto detects it from the host name",
      },
    ),
  ),
});
export type PutSyncBody = Static<typeof PutSyncBody>;

export const putSync = endpoint({
  ...ofListing,
  method: "PUT",
  path: "/mcps/:id/webhook-sync",
  summary: "Turns git sync on, or changes it; the caller becomes the user who publishes the versions",
  audited: { ...audited, action: "mcp.sync_set", sensitivity: "high" },
  body: PutSyncBody,
  reply: EnabledSync,
  errors: [...OWNED, "invalid_state", "validation_failed"],
});

export const rotateSyncSecret = endpoint({
  ...ofListing,
  method: "POST",
  path: "/mcps/:id/webhook-sync/rotate-secret",
  summary: "Replaces the webhook secret of a git sync; the old one stops working at once",
  audited: { ...audited, action: "mcp.sync_rotate_secret", sensitivity: "high" },
  reply: EnabledSync,
  errors: OWNED,
});

export const runSync = endpoint({
  ...ofListing,
  method: "POST",
  path: "/mcps/:id/webhook-sync/run",
  summary: "Syncs the tracked branch now",
  audited: { ...audited, action: "mcp.sync_run" },
  reply: EnabledSync,
  status: 202,
  errors: [...OWNED, "invalid_state", "unavailable"],
});

export const disableSync = endpoint({
  ...ofListing,
  method: "DELETE",
  path: "/mcps/:id/webhook-sync",
  summary: "Turns git sync off; published versions stay",
  audited: { ...audited, action: "mcp.sync_disable", sensitivity: "high" },
  reply: Type.Object({ disabled: uuid }),
  errors: OWNED,
});

export const SyncRun = Type.Object(
  {
    id: uuid,
    trigger: Type.Enum([...SYNC_TRIGGERS]),
    ref: nullable(Type.String({ description: "Branch or tag; null: the default branch" })),
    status: Type.Enum([...SYNC_STATUSES]),
    error: nullable(Type.String({ description: "Why it failed, was skipped, or is tried again" })),
    attempt: Type.Integer({ description: "1 to 3; 0 while it has not started" }),
    queued_at: moment,
    finished_at: nullable(moment),
    sha: nullable(CommitSha),
    version: nullable(Type.String()),
  },
  { $id: "SyncRun" },
);
export type SyncRun = Static<typeof SyncRun>;

export const listSyncRuns = endpoint({
  ...ofListing,
  method: "GET",
  path: "/mcps/:id/webhook-sync/runs",
  summary: "Lists the syncs of an MCP server, newest first",
  audited: false,
  readsOthers: READS.item,
  query: Type.Object(ListPage),
  reply: Type.Array(SyncRun),
  errors: OWNED,
});

export const DeliveryReply = Type.Object(
  {
    status: Type.Enum(["queued", "ignored"]),
    trigger: Type.Optional(Type.Enum(["push", "release"])),
    ref: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
  },
  { $id: "DeliveryReply" },
);
export type DeliveryReply = Static<typeof DeliveryReply>;

const receiver = {
  method: "POST",
  module: "git-sync",
  access: "anyone",
  readsOthers: false,
  limited: { rate: "webhook" },
  takesBytes: true,
  params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
  query: None,
  body: Type.Unsafe<Uint8Array>({ description: "The delivery as the host sends it: a JSON object" }),
  reply: DeliveryReply,
  status: 202,
  errors: ["not_found", "invalid_signature", "malformed_json", "repository_mismatch", "rate_limited", "unavailable"],
} as const;

const refused = { resource: "mcp", sensitivity: "medium", calls: "refused" } as const;

export const receiveHostA = endpoint({
  ...receiver,
  audited: { ...refused, action: "mcp.host_a_delivery" },
  path: "/webhooks/host_a/mcp/:id",
  summary: "Receives webhook deliveries of host A for one MCP server",
});

export const receiveHostB = endpoint({
  ...receiver,
  audited: { ...refused, action: "mcp.host_b_delivery" },
  path: "/webhooks/host_b/mcp/:id",
  summary: "Receives webhook deliveries of host B for one MCP server",
});

/** Where the host of a listing's repository sends its deliveries. */
export const webhookPath = (provider: GitHost, syncId: string): string => `/api/v1/webhooks/${provider}/mcp/${syncId}`;

export const isGitName = (name: string): boolean => new RegExp(GIT_NAME).test(name);

const AnalyzedVariable = Type.Object({
  name: Type.String(),
  description: Type.String(),
  required: Type.Boolean(),
});

export const Analysis = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    version: Type.String({ description: "As declared by the repository, otherwise 0.1.0" }),
    tools: Type.Array(
      Type.Object({ name: Type.String(), docstring: Type.String(), input_schema: Type.Optional(freeObject) }),
    ),
    environment_variables: Type.Array(AnalyzedVariable),
    issues: Type.Array(Type.String(), { description: "What could not be determined, and what could be improved" }),
    error: nullable(Type.String({ description: "Why the repository could not be analyzed" })),
    command: Type.Optional(Type.String()),
    args: Type.Optional(Type.Array(Type.String())),
    framework: Type.Optional(Type.String()),
    docker_image: Type.Optional(Type.String()),
    docker_image_suggested: Type.Optional(Type.String({ description: "A guess; never stored" })),
  },
  { $id: "Analysis" },
);
export type Analysis = Static<typeof Analysis>;

export const analyzeMcp = endpoint({
  module: "registry",
  method: "POST",
  path: "/mcps/analyze",
  summary: "Analyzes the repository of an MCP server without running its code",
  access: "user",
  audited: false,
  readsOthers: false,
  readsOnly: true,
  params: None,
  query: None,
  body: Type.Object({ git_url: GitUrl, git_ref: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Analysis,
  errors: ["validation_failed"],
});
