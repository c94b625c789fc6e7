import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { summary } from "./item.js";
import { ITEM_TYPES, type ItemType } from "./item-types.js";
import { ListQuery } from "./shapes.js";

const AnyType = Type.Enum([...ITEM_TYPES]);
const oneType = ITEM_TYPES.join("|");

export const AllItems = Type.Object({
  items: Type.Array(Type.Object({ type: AnyType, ...summary })),
  totals: Type.Object(
    Object.fromEntries(ITEM_TYPES.map((type) => [type, Type.Integer()])) as Record<
      ItemType,
      ReturnType<typeof Type.Integer>
    >,
    { description: "The number of matching items of each kind, whichever kinds `types` asks for" },
  ),
});
export type AllItems = Static<typeof AllItems>;

export const listAllItems = endpoint({
  module: "registry",
  method: "GET",
  path: "/registry/items",
  summary: "Lists or searches approved items of all kinds that are visible to the caller",
  access: "user",
  audited: false,
  readsOthers: READS.itemList,
  params: None,
  query: Type.Object({
    ...ListQuery,
    types: Type.Optional(
      Type.String({
        pattern: `^(?:${oneType})(?:,(?:${oneType}))*$`,
        maxLength: 100,
        description: `a list of kinds, separated by commas: ${ITEM_TYPES.join(", ")}`,
        examples: ["mcps,skills"],
      }),
    ),
  }),
  body: None,
  reply: AllItems,
  errors: [],
});
