import { ITEM_TYPES, RegistryList, RISK_LEVELS } from "@tackroom/contract";
import { Type } from "typebox";
import { listRegistry } from "../../registry/index.js";
import { clip } from "../core/clip.js";
import { asReply, tool } from "./tool.js";

const MAX_DESCRIPTION = 500;

export const searchTool = tool({
  name: "search",
  title: "Search the registry",
  description:
    "Finds reviewed MCP servers, agents, skills, hooks, prompts and sandboxes by words and by meaning. Describe the task in plain words. Without a query, the most installed items are listed.",
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 500, description: "What the item should do" })),
      type: Type.Optional(Type.Enum([...ITEM_TYPES])),
      harness: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: "Only items for this harness, such as claude-code" }),
      ),
      risk: Type.Optional(Type.Enum([...RISK_LEVELS], { description: "Only items with this risk level" })),
      tag: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
      offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
    },
    { additionalProperties: false },
  ),
  async run(deps, { query, ...filter }, context) {
    const found = await listRegistry(deps, { ...filter, ...(query === undefined ? {} : { q: query }) }, context);
    const { items, total } = asReply(RegistryList, found);
    return { total, items: items.map(inShort) };
  },
});

const inShort = (item: RegistryList["items"][number]) => ({
  id: item.id,
  type: item.type,
  name: item.qualified_name,
  title: item.name,
  version: item.version,
  description: clip(item.description, MAX_DESCRIPTION),
  supported_harnesses: item.supported_harnesses,
  tags: item.tags,
  visibility: item.visibility,
  deprecated: item.deprecated,
  risk_level: item.risk_level,
  signed: item.signed,
  downloads: item.download_count,
  average_rating: item.average_rating,
  installed: item.installed,
});
