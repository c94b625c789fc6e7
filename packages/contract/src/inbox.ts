import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { ListPage } from "./registry/shapes.js";

export const INBOX_KINDS = [
  "budget.warning",
  "alert.fired",
  "submission.approved",
  "submission.rejected",
  "update.available",
  "submission.changes_requested",
  "submission.commented",
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

export const InboxEntry = Type.Object(
  {
    id: uuid,
    kind: Type.Enum([...INBOX_KINDS]),
    title: Type.String(),
    text: Type.String(),
    path: Type.String({ description: "The page of the web app that shows more" }),
    created_at: moment,
    read_at: nullable(moment),
  },
  { $id: "InboxEntry" },
);
export type InboxEntry = Static<typeof InboxEntry>;

/** What the webhook of `inbox.digest_webhook_url` is sent, signed as alerts are. */
export interface InboxDigest {
  readonly event: "inbox.digest";
  readonly users: readonly {
    readonly user_id: string;
    readonly username: string;
    readonly email: string;
    readonly unread_count: number;
    /** The newest ten at most. */
    readonly entries: readonly (Pick<InboxEntry, "kind" | "title" | "text" | "created_at"> & {
      readonly url: string;
    })[];
  }[];
}

const UNREAD_COUNT = Type.Integer({ minimum: 0, description: "Of all entries, not only of those listed" });

export const Inbox = Type.Object(
  { items: Type.Array(InboxEntry), total: Type.Integer({ minimum: 0 }), unread_count: UNREAD_COUNT },
  { $id: "Inbox" },
);
export type Inbox = Static<typeof Inbox>;

const OF_INBOX = { module: "inbox", access: "user", params: None, query: None, body: None } as const;

export const InboxQuery = Type.Object({
  unread: Type.Boolean({ default: false, description: "Only entries that have not been read" }),
  ...ListPage,
});
export type InboxQuery = Static<typeof InboxQuery>;

export const listInbox = endpoint({
  ...OF_INBOX,
  method: "GET",
  path: "/me/inbox",
  summary: "Lists the caller's notifications of the last 90 days, newest first",
  audited: false,
  readsOthers: false,
  query: InboxQuery,
  reply: Inbox,
  errors: ["unauthenticated", "validation_failed"],
});

export const MarkInboxReadBody = Type.Object(
  {
    ids: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: 200 })),
    all: Type.Optional(Type.Literal(true)),
  },
  { description: "Exactly one of ids and all" },
);
export type MarkInboxReadBody = Static<typeof MarkInboxReadBody>;

export const markInboxRead = endpoint({
  ...OF_INBOX,
  method: "POST",
  path: "/me/inbox/read",
  summary: "Marks the caller's notifications as read; IDs of other entries are ignored",
  audited: { action: "inbox.mark_read", resource: "inbox", sensitivity: "low", calls: "by_reviewers" },
  readsOthers: false,
  body: MarkInboxReadBody,
  reply: Type.Object({ unread_count: UNREAD_COUNT }),
  errors: ["unauthenticated", "validation_failed"],
});
