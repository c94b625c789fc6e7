import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { NAMED, WholeListPage } from "./registry/shapes.js";
import { BlockingComponent } from "./registry/kinds/agent.js";
import { ValidationResult } from "./registry/kinds/mcp.js";
import { moment, nullable, optionalLine, optionalRemark, uuid } from "./registry/fields.js";
import { ItemId, ReviewedContent, ReviewedDigest, RiskSignal, VersionDiff } from "./registry/item.js";
import { ImportBatch } from "./registry/import.js";
import { ITEM_KINDS } from "./registry/kinds.js";
import { MultiLineText } from "./text.js";

const submissionFields = {
  type: Type.String(),
  id: uuid,
  name: Type.String(),
  description: Type.String(),
  version: Type.String(),
  owner: Type.String(),
  status: Type.String(),
  submitted_by: nullable(Type.String({ description: "A username" })),
  risk_signals: Type.Array(RiskSignal),
  digest: nullable(
    Type.String({
      description: "Digest of the content; null in lists for agents with components, which their content follows",
    }),
  ),
  changes_requested_at: nullable(
    Type.String({
      format: "date-time",
      description: "When a reviewer requested changes that the authors have not submitted yet",
    }),
  ),
  created_at: Type.String({ format: "date-time" }),
  batch: nullable(ImportBatch),
  mcp_validated: Type.Optional(Type.Boolean()),
  validation_results: Type.Optional(Type.Array(ValidationResult)),
  prompt: Type.Optional(Type.String()),
  component_count: Type.Optional(Type.Integer()),
  components_ready: Type.Optional(Type.Boolean()),
  blocking_components: Type.Optional(Type.Array(BlockingComponent)),
};

/** A submission is the newest pending version of an item; its id is the item's. */
export const Submission = Type.Object(submissionFields, { $id: "Submission" });
export type Submission = Static<typeof Submission>;

/** What a version of any kind may do, as it declares it. */
export const PERMISSION_NAMES = [
  "allowed_tools",
  "tools",
  "hosts",
  "environment_variables",
  "headers",
  "commands",
  "hook_events",
  "network",
] as const;
export type PermissionName = (typeof PERMISSION_NAMES)[number];

const names = Type.Array(Type.String());
export const Permissions = Type.Object({
  allowed_tools: Type.Array(Type.String(), { description: "Tools that run without confirmation; `*` for all" }),
  tools: Type.Array(Type.String(), { description: "Tools that an MCP server offers" }),
  hosts: names,
  environment_variables: names,
  headers: names,
  commands: names,
  hook_events: names,
  network: names,
});
export type Permissions = Static<typeof Permissions>;

/** Against the highest version that was released; `added` is what that one was not allowed to do. */
const PermissionChanges = Type.Object({
  before: nullable(Permissions),
  after: Permissions,
  added: Permissions,
});

const DECIDED = { type: Type.String(), id: uuid, name: Type.String(), version: Type.String() };

const DECISION = {
  method: "POST",
  module: "review",
  access: "reviewer",
  params: ItemId,
  query: None,
  reply: Type.Object({ ...DECIDED, status: Type.Enum(["approved", "rejected"]) }),
} as const;

export const listSubmissions = endpoint({
  method: "GET",
  path: "/review",
  module: "review",
  summary: "Lists submissions waiting for review",
  access: "reviewer",
  audited: false,
  readsOthers: READS.itemList,
  params: None,
  query: Type.Object({
    team_id: Type.Optional(uuid),
    type: Type.Optional(Type.Enum([...ITEM_KINDS])),
    tab: Type.Optional(Type.Enum(["agents", "components"])),
    waiting_for: Type.Optional(
      Type.Enum(["reviewers", "authors"], {
        description: "Submissions without, or with, a request for changes; omit it to list both",
      }),
    ),
    batch_id: Type.Optional(
      Type.String({ format: "uuid", description: "Submissions of one import, the riskiest first" }),
    ),
    ...WholeListPage,
  }),
  body: None,
  reply: Type.Array(Submission),
  errors: [],
});

export const getSubmission = endpoint({
  method: "GET",
  path: "/review/:id",
  module: "review",
  summary: "Returns a submission and its changes",
  access: "reviewer",
  audited: false,
  readsOthers: READS.item,
  params: ItemId,
  query: None,
  body: None,
  reply: Type.Object(
    {
      ...submissionFields,
      updated_at: Type.String({ format: "date-time" }),
      digest: Type.String({
        description: "Digest of the content that an approval would publish; send it with the approval",
      }),
      rejection_reason: nullable(Type.String()),
      changelog: nullable(Type.String({ description: "The author's note on this version" })),
      permissions: PermissionChanges,
      diff: nullable(VersionDiff),
    },
    { $id: "SubmissionDetail", additionalProperties: true },
  ),
  errors: [...NAMED, "invalid_state"],
});

export const ReviewFile = Type.Object(
  {
    file: Type.String({ description: "The name to use in a comment" }),
    change: Type.Enum(["added", "changed", "removed", "unchanged"]),
    before: nullable(Type.String({ description: "Null if it is new, or unchanged" })),
    after: nullable(Type.String({ description: "Null if it was removed" })),
    is_binary: Type.Boolean({ description: "A binary file is described by its size and digest" }),
    is_truncated: Type.Boolean(),
  },
  { $id: "ReviewFile" },
);
export type ReviewFile = Static<typeof ReviewFile>;

export const listSubmissionFiles = endpoint({
  method: "GET",
  path: "/review/:id/files",
  module: "review",
  summary: "Lists a submission's files, with their content in the latest version; for reviewers and its authors",
  access: "user",
  audited: false,
  readsOthers: READS.item,
  params: ItemId,
  query: None,
  body: None,
  reply: Type.Object(
    {
      version: Type.String(),
      digest: Type.String(),
      base_version: nullable(Type.String({ description: "The latest released version, if there is another" })),
      files: Type.Array(ReviewFile),
    },
    { $id: "SubmissionFiles" },
  ),
  errors: [...NAMED, "invalid_state"],
});

export const approveSubmission = endpoint({
  ...DECISION,
  path: "/review/:id/approve",
  aliases: ["/api/v1/review/agents/:id/approve"],
  summary: "Approves the latest pending version",
  audited: { action: "review.approve", resource: "submission", sensitivity: "medium", calls: "all" },
  body: Type.Object({ category: optionalLine(100), digest: ReviewedDigest }),
  errors: [
    ...NAMED,
    "invalid_state",
    "edit_locked",
    "changed_since_review",
    "blocking_components",
    "forbidden",
    "validation_failed",
  ],
});

export const rejectSubmission = endpoint({
  ...DECISION,
  path: "/review/:id/reject",
  aliases: ["/api/v1/review/agents/:id/reject"],
  summary: "Rejects the latest pending version, with a reason",
  audited: { action: "review.reject", resource: "submission", sensitivity: "medium", calls: "all" },
  body: Type.Object({ reason: optionalRemark(5000), digest: ReviewedDigest }),
  errors: [...NAMED, "invalid_state", "edit_locked", "changed_since_review", "forbidden"],
});

export const requestChanges = endpoint({
  ...DECISION,
  path: "/review/:id/request-changes",
  summary: "Requests changes to the latest pending version, which stays pending until its authors submit it again",
  audited: { action: "review.request_changes", resource: "submission", sensitivity: "medium", calls: "all" },
  body: Type.Object({
    message: MultiLineText({ minLength: 1, maxLength: 5000, pattern: "\\S" }),
    digest: ReviewedContent,
  }),
  reply: Type.Object({ ...DECIDED, status: Type.Enum(["pending"]), changes_requested_at: moment }),
  errors: [...NAMED, "invalid_state", "edit_locked", "changed_since_review", "forbidden", "validation_failed"],
});

export const MAX_DECISIONS = 50;

export const DecisionResult = Type.Object(
  {
    id: Type.String(),
    name: nullable(Type.String()),
    version: nullable(Type.String()),
    status: nullable(Type.Enum(["approved", "rejected"], { description: "Null if nothing was decided" })),
    error: nullable(Type.Object({ code: Type.String(), detail: Type.String() })),
  },
  { $id: "DecisionResult" },
);
export type DecisionResult = Static<typeof DecisionResult>;

export const decideSubmissions = endpoint({
  method: "POST",
  path: "/review/decisions",
  module: "review",
  summary:
    "Approves or rejects several submissions, each on its own; those with a high risk need a decision of their own",
  access: "reviewer",
  audited: { action: "review.decide_several", resource: "submission", sensitivity: "medium", calls: "all" },
  params: None,
  query: None,
  body: Type.Object({
    action: Type.Enum(["approve", "reject"]),
    reason: optionalRemark(5000),
    submissions: Type.Array(Type.Object({ id: uuid, digest: ReviewedContent }), {
      minItems: 1,
      maxItems: MAX_DECISIONS,
    }),
  }),
  reply: Type.Object({ results: Type.Array(DecisionResult) }),
  errors: ["validation_failed"],
});
