import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { NAMED, WholeListPage } from "./registry/shapes.js";
import { BlockingComponent } from "./registry/kinds/agent.js";
import { nullable, optionalLine, optionalRemark, uuid } from "./registry/fields.js";
import { ItemId, ReviewedDigest, RiskSignal, VersionDiff } from "./registry/item.js";
import { ITEM_KINDS } from "./registry/kinds.js";

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
  created_at: Type.String({ format: "date-time" }),
  mcp_validated: Type.Optional(Type.Boolean()),
  validation_results: Type.Optional(Type.Array(Type.Unknown())),
  prompt: Type.Optional(Type.String()),
  component_count: Type.Optional(Type.Integer()),
  components_ready: Type.Optional(Type.Boolean()),
  blocking_components: Type.Optional(Type.Array(BlockingComponent)),
};

/** A submission is the newest pending version of an item; its id is the item's. */
export const Submission = Type.Object(submissionFields, { $id: "Submission" });
export type Submission = Static<typeof Submission>;

const DECISION = {
  method: "POST",
  module: "review",
  access: "reviewer",
  params: ItemId,
  query: None,
  reply: Type.Object({
    type: Type.String(),
    id: uuid,
    name: Type.String(),
    version: Type.String(),
    status: Type.Enum(["approved", "rejected"]),
  }),
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
      diff: nullable(VersionDiff),
    },
    { $id: "SubmissionDetail", additionalProperties: true },
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
  body: Type.Object({ reason: optionalRemark(5000) }),
  errors: [...NAMED, "invalid_state", "edit_locked", "forbidden"],
});
