import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { ListPage, NAMED } from "./registry/shapes.js";
import { nullable, uuid } from "./registry/fields.js";
import { ITEM_KINDS, ITEM_TYPES } from "./registry/kinds.js";
import { MultiLineText } from "./text.js";

/** A kind, or its plural. */
const ListingType = Type.Enum([...ITEM_KINDS, ...ITEM_TYPES]);
const Rating = Type.Integer({ minimum: 1, maximum: 5 });
const Comment = MultiLineText({ maxLength: 5000 });

export const Feedback = Type.Object(
  {
    id: uuid,
    listing_id: uuid,
    listing_type: Type.String(),
    user_id: nullable(uuid),
    rating: Rating,
    comment: nullable(Comment),
    anonymous: Type.Boolean(),
    is_own: Type.Boolean({
      description:
        "Whether the reviewer currently owns or co-authors the item. For anonymous ratings, only the reviewer can see this",
    }),
    created_at: Type.String({ format: "date-time" }),
    updated_at: Type.String({ format: "date-time" }),
  },
  { $id: "Feedback" },
);
export type Feedback = Static<typeof Feedback>;

export const ListedFeedback = Type.Object(
  {
    ...Feedback.properties,
    user_name: nullable(
      Type.String({ description: "The username; null if the rating is anonymous or the account was deleted" }),
    ),
  },
  { $id: "ListedFeedback" },
);
export type ListedFeedback = Static<typeof ListedFeedback>;

const OF_FEEDBACK = { module: "feedback", access: "user", params: None, query: None, body: None } as const;
const Listing = Type.Object({ type: ListingType, id: Type.String({ minLength: 1, maxLength: 200 }) });
const FeedbackId = Type.Object({ id: uuid });

export const giveFeedback = endpoint({
  ...OF_FEEDBACK,
  method: "POST",
  path: "/feedback",
  summary: "Rates an item; each user can rate it once",
  audited: { action: "feedback.give", resource: "feedback", sensitivity: "low", calls: "by_reviewers" },
  body: Type.Object({
    listing_id: Type.String({ minLength: 1, maxLength: 200 }),
    listing_type: ListingType,
    rating: Rating,
    comment: Type.Optional(Comment),
    anonymous: Type.Boolean({ default: false }),
  }),
  reply: Feedback,
  status: 201,
  errors: [...NAMED, "conflict", "validation_failed"],
});

export const listFeedback = endpoint({
  ...OF_FEEDBACK,
  method: "GET",
  path: "/feedback/:type/:id",
  summary: "Lists the ratings of an item",
  audited: false,
  readsOthers: READS.item,
  params: Listing,
  query: Type.Object(ListPage),
  reply: Type.Array(ListedFeedback),
  errors: NAMED,
});

export const getFeedbackSummary = endpoint({
  ...OF_FEEDBACK,
  method: "GET",
  path: "/feedback/summary/:id",
  summary:
    "Returns the rating summary of an item; ratings by its authors count towards the average only while there are no others",
  audited: false,
  readsOthers: READS.item,
  params: Type.Object({ id: Listing.properties.id }),
  reply: Type.Object({
    listing_id: uuid,
    average_rating: Type.Number({
      description:
        "Rounded to two decimals; 0 without ratings. Excludes ratings by the item's authors once someone else has rated it",
    }),
    total_reviews: Type.Integer({ description: "Total number of ratings, including those by the item's authors" }),
  }),
  errors: NAMED,
});

export const getMyFeedback = endpoint({
  ...OF_FEEDBACK,
  method: "GET",
  path: "/feedback/mine/:type/:id",
  summary: "Returns the caller's rating of an item",
  audited: false,
  readsOthers: false,
  params: Listing,
  reply: Feedback,
  errors: NAMED,
});

export const listMyFeedback = endpoint({
  ...OF_FEEDBACK,
  method: "GET",
  path: "/feedback/me",
  summary: "Lists the caller's ratings",
  audited: false,
  readsOthers: false,
  query: Type.Object(ListPage),
  reply: Type.Array(Feedback),
  errors: [],
});

export const updateFeedback = endpoint({
  ...OF_FEEDBACK,
  method: "PUT",
  path: "/feedback/:id",
  summary: "Updates the caller's rating",
  audited: { action: "feedback.update", resource: "feedback", sensitivity: "low", calls: "by_reviewers" },
  params: FeedbackId,
  body: Type.Object({
    rating: Type.Optional(Rating),
    comment: Type.Optional(nullable(Comment)),
    anonymous: Type.Optional(Type.Boolean()),
  }),
  reply: Feedback,
  errors: ["not_found", "forbidden", "validation_failed"],
});

export const deleteFeedback = endpoint({
  ...OF_FEEDBACK,
  method: "DELETE",
  path: "/feedback/:id",
  summary: "Deletes the caller's rating",
  audited: { action: "feedback.delete", resource: "feedback", sensitivity: "low", calls: "by_reviewers" },
  params: FeedbackId,
  reply: None,
  status: 204,
  errors: ["not_found", "forbidden"],
});
