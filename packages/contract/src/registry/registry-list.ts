import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { nullable, someText, text, uuid } from "./fields.js";
import { figures, summary } from "./item.js";
import { ITEM_TYPES } from "./item-types.js";
import { ListPage } from "./shapes.js";

/** The highest severity among the risk signals of a version. */
export const RISK_LEVELS = ["none", "low", "medium", "high"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const REGISTRY_SORTS = ["relevance", "installs", "rating", "updated", "name"] as const;
export type RegistrySort = (typeof REGISTRY_SORTS)[number];

/** What the list can be narrowed by, one value of each. */
export const FACET_GROUPS = ["type", "harness", "risk", "namespace", "category", "tag"] as const;
export type FacetGroup = (typeof FACET_GROUPS)[number];

export const RegistryItem = Type.Object(
  {
    type: Type.Enum([...ITEM_TYPES]),
    ...summary,
    deprecated: nullable(Type.String()),
    ...figures,
    risk_level: Type.Enum([...RISK_LEVELS]),
    signed: Type.Boolean({ description: "Whether the version has a signed release statement" }),
    installed: Type.Boolean({ description: "Whether the caller has installed any version of it" }),
  },
  { $id: "RegistryItem" },
);
export type RegistryItem = Static<typeof RegistryItem>;

const Facet = Type.Object({ value: Type.String(), count: Type.Integer() });
export type Facet = Static<typeof Facet>;
const group = Type.Array(Facet);

export const RegistryList = Type.Object({
  items: Type.Array(RegistryItem),
  total: Type.Integer(),
  facets: Type.Object(
    { type: group, harness: group, risk: group, namespace: group, category: group, tag: group },
    {
      description:
        "For each filter, the most frequent values, and how many items the list has with that value and all other filters",
    },
  ),
  counts_capped: Type.Boolean({
    description:
      "The caller can see more items than are counted for facets: their counts are lower bounds, except those of types",
  }),
});
export type RegistryList = Static<typeof RegistryList>;

export const listRegistry = endpoint({
  module: "registry",
  method: "GET",
  path: "/registry",
  summary: "Lists or searches approved items of all kinds, with their figures and counts by facet",
  access: "optional",
  audited: false,
  readsOthers: READS.itemList,
  params: None,
  query: Type.Object({
    q: Type.Optional(text(500, { description: "Finds items by words and by meaning" })),
    type: Type.Optional(Type.Enum([...ITEM_TYPES])),
    harness: Type.Optional(someText(64, { description: "Also matches items that do not list any harness" })),
    risk: Type.Optional(Type.Enum([...RISK_LEVELS])),
    namespace: Type.Optional(someText(64)),
    category: Type.Optional(someText(200)),
    tag: Type.Optional(someText(100, { description: "Case-insensitive" })),
    team_id: Type.Optional(uuid),
    sort: Type.Optional(
      Type.Enum([...REGISTRY_SORTS], {
        description: "Defaults to relevance with `q`, and to installs without. Relevance without `q` is installs",
      }),
    ),
    ...ListPage,
  }),
  body: None,
  reply: RegistryList,
  errors: [],
});
