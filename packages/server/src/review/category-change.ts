import { MCP_CATEGORIES } from "@tackroom/contract";
import { fieldErrors } from "../platform/service-error.js";
import type { Item } from "../registry/index.js";

/** A reviewer may give the category of what has one apart from its versions: a scanned MCP server has none yet. */
export function categoryChange({ kind }: Item, category: string | undefined): Item["fields"] {
  if (category === undefined) return {};
  const isKnown = MCP_CATEGORIES.some((name) => name === category);
  if (kind === "mcp" && isKnown) return { category };
  const message =
    kind === "mcp"
      ? `must be one of: ${MCP_CATEGORIES.join(", ")}`
      : "is part of the version and cannot be changed here";
  throw fieldErrors([{ path: "body.category", message }]);
}
