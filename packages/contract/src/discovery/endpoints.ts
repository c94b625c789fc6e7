import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { ArdEntry, ArdListItem, ArdManifest, ArdReferral, ArdResult } from "./entry.js";

/** By what a search can be narrowed, as the specification names it, and other words for it. */
export const FILTER_TERMS = [
  "type",
  "tags",
  "capabilities",
  "publisher",
  "version",
  "obs:kind",
  "obs:supportedHarnesses",
  "obs:lifecycle",
  "obs:activatable",
] as const;
export type FilterTerm = (typeof FILTER_TERMS)[number];
/** Names are given by callers, so it must not be an object, which has members of its own. */
const FILTER_ALIASES: ReadonlyMap<string, FilterTerm> = new Map([
  ["kind", "obs:kind"],
  ["obs:harness", "obs:supportedHarnesses"],
]);

/** Undefined for an unknown term. */
export const readFilterTerm = (name: string): FilterTerm | undefined =>
  FILTER_ALIASES.get(name) ?? FILTER_TERMS.find((term) => term === name);

const FilterValue = Type.Union([Type.String({ maxLength: 500 }), Type.Boolean(), Type.Number()]);

/** Which terms there are is said by the use case, so that its refusal can name the one that is not. */
const Filter = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Union([FilterValue, Type.Array(FilterValue, { maxItems: 100 })]),
  { maxProperties: 20, description: `Any of ${FILTER_TERMS.join(", ")}, each with one or more values` },
);
export type ArdFilter = Static<typeof Filter>;

const PageToken = Type.String({ minLength: 1, maxLength: 512 });
const ARD = { module: "discovery", access: "optional", envelope: "ard", audited: false, params: None } as const;

export const FEDERATION_MODES = ["auto", "none", "referrals"] as const;

export const SearchRequest = Type.Object({
  query: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 2000, examples: ["summarise the unread mail from my boss"] }),
    filter: Type.Optional(Filter),
  }),
  federation: Type.Enum([...FEDERATION_MODES], { default: "auto" }),
  pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  pageToken: Type.Optional(PageToken),
});
export type SearchRequest = Static<typeof SearchRequest>;

export const SearchReply = Type.Object({
  results: Type.Array(ArdResult),
  pageToken: Type.Optional(Type.String()),
  referrals: Type.Optional(Type.Array(ArdReferral)),
});
export type SearchReply = Static<typeof SearchReply>;

export const searchEntries = endpoint({
  ...ARD,
  readsOthers: READS.itemList,
  method: "POST",
  path: "/ard/search",
  summary: "Searches entries by natural-language text, best match first",
  readsOnly: true,
  query: None,
  body: SearchRequest,
  reply: SearchReply,
  errors: ["validation_failed", "unauthenticated"],
});

const ListQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 1000, examples: ["kind = mcp AND updatedAfter > 2026-01-01"] })),
  orderBy: Type.Optional(Type.String({ maxLength: 100, examples: ["updatedAt DESC"] })),
  pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  pageToken: Type.Optional(PageToken),
});
export type ArdListQuery = Static<typeof ListQuery>;

export const ArdList = Type.Object({
  items: Type.Array(ArdListItem),
  total: Type.Integer(),
  pageToken: Type.Optional(Type.String()),
});
export type ArdList = Static<typeof ArdList>;

export const listEntries = endpoint({
  ...ARD,
  readsOthers: READS.itemList,
  method: "GET",
  path: "/ard/agents",
  summary: "Lists entries in a stable order",
  query: ListQuery,
  body: None,
  reply: ArdList,
  errors: ["validation_failed", "unauthenticated"],
});

/** By what explore counts. */
export const FACETS = [...FILTER_TERMS, ...FILTER_ALIASES.keys()];

export const ExploreRequest = Type.Object({
  query: Type.Optional(
    Type.Object({
      text: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
      filter: Type.Optional(Filter),
    }),
  ),
  resultType: Type.Object({
    facets: Type.Array(
      Type.Object({
        field: Type.Enum([...FACETS]),
        limit: Type.Integer({ minimum: 1, maximum: 1000, default: 20 }),
        minCount: Type.Integer({ minimum: 1, default: 1 }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
});
export type ExploreRequest = Static<typeof ExploreRequest>;

const Facet = Type.Object({
  buckets: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  otherCount: Type.Integer({ description: "Number of occurrences of all other values" }),
});
export const ExploreReply = Type.Object({
  resultType: Type.Enum(["facets"]),
  facets: Type.Record(Type.String(), Facet),
});
export type ExploreReply = Static<typeof ExploreReply>;

export const exploreEntries = endpoint({
  ...ARD,
  readsOthers: false,
  method: "POST",
  path: "/ard/explore",
  summary: "Counts entries by type, tag and other facets; returns 501 unless `discovery.explore_enabled` is on",
  readsOnly: true,
  query: None,
  body: Type.Unsafe<ExploreRequest>(Type.Unknown()),
  reply: ExploreReply,
  errors: ["not_implemented", "validation_failed", "unauthenticated"],
});

export const getEntry = endpoint({
  ...ARD,
  readsOthers: READS.item,
  method: "GET",
  path: "/ard/entries/:identifier",
  aliases: ["/api/v1/ard/agents/:identifier"],
  summary: "Returns a complete entry",
  params: Type.Object({ identifier: Type.String({ maxLength: 500 }) }),
  query: None,
  body: None,
  reply: ArdEntry,
  errors: ["validation_failed", "unauthenticated", "not_found"],
});

export const getArdManifest = endpoint({
  ...ARD,
  readsOthers: false,
  method: "GET",
  path: "/.well-known/ard.json",
  root: true,
  aliases: ["/.well-known/ai-catalog.json"],
  access: "anyone",
  summary: "Returns the manifest: the registry itself and its public entries",
  query: None,
  body: None,
  reply: Type.Unsafe<Uint8Array>(ArdManifest),
  errors: [],
});
