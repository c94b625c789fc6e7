import { ItemVersion, REGISTRY } from "@tackroom/contract";
import { Type } from "typebox";
import { getItem, listVersions } from "../../registry/index.js";
import { ITEM_INPUT, itemMeant } from "./item.js";
import { asReply, tool } from "./tool.js";

const MAX_VERSIONS = 20;

export const getTool = tool({
  name: "get",
  title: "Read an item",
  description:
    "Returns an item with its content, its risk signals and its latest versions. Read the content and the risk signals before you recommend or install it.",
  input: Type.Object(ITEM_INPUT, { additionalProperties: false }),
  async run(deps, input, context) {
    const { kind, id } = await itemMeant(deps, input, context);
    const item = await getItem(deps, { kind, id }, context);
    const page = { page: 1, page_size: MAX_VERSIONS };
    const { items, total } = await listVersions(deps, { ...page, kind, id: item.id }, context);
    return {
      type: kind.type,
      ...asReply(REGISTRY[kind.type].getItem.reply, item),
      versions: items.map((version) => inShort(asReply(ItemVersion, version))),
      versions_total: total,
    };
  },
});

/** The content of former versions is what an install of them shows. */
const inShort = ({ version, status, digest, released_at, yanked, deprecated, changelog }: ItemVersion) => ({
  version,
  status,
  digest,
  released_at,
  yanked,
  deprecated,
  changelog,
});
