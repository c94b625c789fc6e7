import { Type, type Static, type TUnsafe } from "typebox";
import { endpoint, None, READS, type EndpointShape } from "./endpoint.js";
import { moment, nullable, uuid } from "./registry/fields.js";
import { SingleLineText } from "./text.js";

/** What a feed shows. Each is evaluated with every request, as what its maker may see at that moment. */
export const FEED_CONTENTS = ["public", "team", "items", "visible"] as const;
export type FeedContent = (typeof FEED_CONTENTS)[number];

/** The read-only surfaces that answer under the address of a feed. */
export const FEED_SURFACES = ["mcp_registry", "agent_skills", "opencode", "marketplace", "gemini", "mcp"] as const;
export type FeedSurface = (typeof FEED_SURFACES)[number];

export const MAX_FEEDS = 50;
export const MAX_FEED_ITEMS = 1000;

const name = SingleLineText({ pattern: "\\S", maxLength: 100 });
const items = Type.Array(uuid, { minItems: 1, maxItems: MAX_FEED_ITEMS, uniqueItems: true });
const expiresInDays = Type.Integer({ minimum: 1, maximum: 36_500 });

export const FeedUse = Type.Object({
  surface: Type.Enum([...FEED_SURFACES]),
  count: Type.Integer(),
  last_used_at: moment,
});

const feedFields = {
  id: uuid,
  name,
  content: Type.Enum([...FEED_CONTENTS]),
  team_id: nullable(uuid),
  team_name: nullable(Type.String()),
  items: Type.Array(uuid, { description: "Only for the content `items`" }),
  created_by: uuid,
  created_by_name: Type.String({ description: "The name of its creator" }),
  prefix: Type.String({ description: "The first characters of the secret, which identify the feed" }),
  created_at: moment,
  expires_at: nullable(moment),
  is_live: Type.Boolean({
    description:
      "False if it has expired, or if its creator, their membership of its team or the API key it was created with is gone",
  }),
  last_used_at: nullable(moment),
  use_count: Type.Integer({ description: "Requests under its address; counted at most a minute late" }),
  uses: Type.Array(FeedUse),
};

export const Feed = Type.Object(feedFields, { $id: "Feed" });
export type Feed = Static<typeof Feed>;

export const NewFeed = Type.Object(
  {
    ...feedFields,
    secret: Type.String({ description: "Returned only once" }),
    url: Type.String({ description: "The address under which the surfaces answer; returned only once" }),
  },
  { $id: "NewFeed" },
);
export type NewFeed = Static<typeof NewFeed>;

const OF_FEEDS = { module: "feeds", access: "user", params: None, query: None, body: None } as const;
const OF_FEED = { ...OF_FEEDS, params: Type.Object({ id: uuid }) } as const;
const audited = { resource: "feed", sensitivity: "high", calls: "all" } as const;
const FEED_ERRORS = ["unauthenticated", "forbidden", "not_found"] as const;

export const FeedsQuery = Type.Object({
  own: Type.Boolean({ default: false, description: "Only one's own, also for admins" }),
  expired: Type.Boolean({ default: true, description: "Also those that have expired" }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
});
export type FeedsQuery = Static<typeof FeedsQuery>;

export const listFeeds = endpoint({
  ...OF_FEEDS,
  method: "GET",
  path: "/feeds",
  summary: "Lists one's own feeds, newest first; admins see all",
  audited: false,
  readsOthers: READS.feed,
  query: FeedsQuery,
  reply: Type.Array(Feed),
  errors: ["unauthenticated", "validation_failed"],
});

export const CreateFeedBody = Type.Object({
  name,
  content: Type.Enum([...FEED_CONTENTS], {
    description:
      "public: the public catalogue. team: a team's items. items: a list of items. visible: whatever its creator may see",
  }),
  team_id: Type.Optional(uuid),
  items: Type.Optional(items),
  expires_in_days: Type.Optional(expiresInDays),
});
export type CreateFeedBody = Static<typeof CreateFeedBody>;

export const createFeed = endpoint({
  ...OF_FEEDS,
  method: "POST",
  path: "/feeds",
  summary: "Creates a feed: a secret address under which clients that cannot sign in read a part of the catalogue",
  audited: { ...audited, action: "feed.create" },
  body: CreateFeedBody,
  reply: NewFeed,
  status: 201,
  errors: ["unauthenticated", "not_found", "conflict", "validation_failed"],
});

export const getFeed = endpoint({
  ...OF_FEED,
  method: "GET",
  path: "/feeds/:id",
  summary: "Returns a feed and how it is used",
  audited: false,
  readsOthers: READS.feed,
  reply: Feed,
  errors: ["unauthenticated", "not_found"],
});

export const UpdateFeedBody = Type.Partial(
  Type.Object({
    name,
    items,
    expires_in_days: nullable(expiresInDays),
  }),
  { minProperties: 1 },
);
export type UpdateFeedBody = Static<typeof UpdateFeedBody>;

export const updateFeed = endpoint({
  ...OF_FEED,
  method: "PATCH",
  path: "/feeds/:id",
  summary: "Changes the name, the expiry or the items of a feed of one's own",
  audited: { ...audited, action: "feed.update" },
  body: UpdateFeedBody,
  reply: Feed,
  errors: [...FEED_ERRORS, "conflict", "validation_failed"],
});

export const rotateFeed = endpoint({
  ...OF_FEED,
  method: "POST",
  path: "/feeds/:id/rotate",
  summary: "Gives a feed of one's own a new secret address; the old one stops working immediately",
  audited: { ...audited, action: "feed.rotate" },
  reply: NewFeed,
  errors: FEED_ERRORS,
});

export const deleteFeed = endpoint({
  ...OF_FEED,
  method: "DELETE",
  path: "/feeds/:id",
  summary: "Revokes a feed: its address stops working immediately. Requires its creator or an admin",
  audited: { ...audited, action: "feed.revoke" },
  reply: None,
  status: 204,
  errors: ["unauthenticated", "not_found"],
});

/** What secret addresses begin with; the secret follows. */
export const FEED_PREFIX = "/c/";

/**
 * Paths of surfaces, at the root and in a feed. Pages of any origin may read them: they take no cookies, and what is not
 * public needs a credential or a secret address.
 */
export const SURFACE_PATHS =
  /^(\/c\/[^/]+)?\/(v0(\.1)?|marketplace|gemini|opencode|\.well-known\/(agent-skills|skills|opencode))([/.?]|$)/;

export type InFeed<E extends EndpointShape> = Omit<
  E,
  "path" | "root" | "access" | "params" | "aliases" | "readsOthers"
> & {
  readonly path: string;
  readonly root: true;
  readonly access: "anyone";
  readonly readsOthers: false;
  readonly params: TUnsafe<(unknown extends Static<E["params"]> ? object : Static<E["params"]>) & { token: string }>;
  readonly aliases: readonly string[];
};

/**
 * A surface under the secret address of a feed. Credentials are not looked at: the address is one, and what a client sends
 * along may be meant for somebody else. Name the value after the one that it is made of: `listMcpServersInFeed`.
 */
export function inFeed<const E extends EndpointShape>(open: E): InFeed<E> {
  const { properties = {}, required = [] } = open.params as { properties?: object; required?: string[] };
  const token = Type.String({ maxLength: 200, description: "The secret of the feed" });
  const params = { type: "object", properties: { token, ...properties }, required: ["token", ...required] };
  const shape = {
    ...open,
    path: `/c/:token${open.path}`,
    root: true,
    access: "anyone",
    readsOthers: false,
    summary: `${open.summary}, under the address of a feed`,
    params: Type.Unsafe(params),
    aliases: (open.aliases ?? []).map((path) => `/c/:token${path}`),
  };
  return shape as unknown as InFeed<E>;
}
