import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { line, moment, nullable, uuid } from "./registry/fields.js";
import { ItemId, ReviewedDigest } from "./registry/item.js";
import { ListPage, NAMED } from "./registry/shapes.js";
import { MultiLineText } from "./text.js";

export const MAX_COMMENT_LENGTH = 5000;
/** Of one version; a discussion that needs more belongs elsewhere. */
export const MAX_COMMENTS = 200;

export const ReviewComment = Type.Object(
  {
    id: uuid,
    kind: Type.Enum(["comment", "changes_requested"], { description: "Requests for changes are listed with comments" }),
    reply_to: nullable(uuid),
    version: Type.String({ description: "The version that it was written about" }),
    digest: Type.String({ description: "The content that it was written about" }),
    outdated: Type.Boolean({ description: "Whether the content has been replaced since" }),
    file: nullable(Type.String({ description: "Null for a comment on the whole version" })),
    line: nullable(Type.Integer()),
    line_text: nullable(Type.String({ description: "The line as it was, shortened" })),
    text: Type.String({ description: "Markdown" }),
    author: nullable(Type.String({ description: "A username; null once the account is deleted" })),
    is_own: Type.Boolean(),
    resolved_at: nullable(moment),
    resolved_by: nullable(Type.String({ description: "A username" })),
    created_at: moment,
  },
  { $id: "ReviewComment" },
);
export type ReviewComment = Static<typeof ReviewComment>;

export const SubmissionComments = Type.Object(
  {
    submission: nullable(
      Type.Object({
        version: Type.String(),
        status: Type.String(),
        digest: Type.String(),
        changes_requested_at: nullable(moment),
      }),
    ),
    items: Type.Array(ReviewComment),
    total: Type.Integer({ minimum: 0 }),
  },
  { $id: "SubmissionComments" },
);
export type SubmissionComments = Static<typeof SubmissionComments>;

const OF_SUBMISSION = { module: "review", access: "user", params: ItemId, query: None, body: None } as const;
const OF_COMMENT = { ...OF_SUBMISSION, params: Type.Object({ ...ItemId.properties, comment_id: uuid }) } as const;
const change = { resource: "submission", sensitivity: "low", calls: "all" } as const;

export const listComments = endpoint({
  ...OF_SUBMISSION,
  method: "GET",
  path: "/review/:id/comments",
  summary: "Lists the comments on an item's submissions, newest first; for reviewers and its authors",
  audited: false,
  readsOthers: READS.item,
  query: Type.Object(ListPage),
  reply: SubmissionComments,
  errors: [...NAMED, "validation_failed"],
});

export const createComment = endpoint({
  ...OF_SUBMISSION,
  method: "POST",
  path: "/review/:id/comments",
  summary: "Comments on the latest pending version, on a file or on a line of it, or replies to a comment",
  audited: { ...change, action: "review.comment" },
  body: Type.Object({
    text: MultiLineText({ minLength: 1, maxLength: MAX_COMMENT_LENGTH, pattern: "\\S", description: "Markdown" }),
    digest: ReviewedDigest,
    file: Type.Optional(line(1000, { description: "As listed by GET /review/{id}/files" })),
    line: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    reply_to: Type.Optional(uuid),
  }),
  reply: ReviewComment,
  status: 201,
  errors: [...NAMED, "invalid_state", "changed_since_review", "conflict", "validation_failed"],
});

export const updateComment = endpoint({
  ...OF_COMMENT,
  method: "PATCH",
  path: "/review/:id/comments/:comment_id",
  summary: "Resolves or reopens a thread of comments",
  audited: { ...change, action: "review.resolve_comment" },
  body: Type.Object({ resolved: Type.Boolean() }),
  reply: ReviewComment,
  errors: [...NAMED, "invalid_state"],
});

export const deleteComment = endpoint({
  ...OF_COMMENT,
  method: "DELETE",
  path: "/review/:id/comments/:comment_id",
  summary: "Deletes one of the caller's comments that has no replies",
  audited: { ...change, action: "review.delete_comment" },
  reply: None,
  status: 204,
  errors: [...NAMED, "forbidden", "invalid_state"],
});
