import { ITEM_KINDS, type ItemKind } from "../registry/kinds.js";

export const REGISTRY_TYPE = "application/ai-registry+json";

/** Kinds that ARD has a media type for, and what else clients call it. */
const KNOWN: Partial<Record<ItemKind, readonly [string, ...string[]]>> = {
  skill: ["ai-skill+md", "ai-skill", "ai-skill+markdown"],
  mcp: ["mcp-server-card+json", "mcp-server", "mcp-server+json", "mcp-server-card"],
};

/** What discovery calls the `type` of a kind's entries. */
export function mediaTypeOf(kind: ItemKind): string {
  return `application/${KNOWN[kind]?.[0] ?? `vnd.tackroom.${kind}+json`}`;
}

const KIND_OF = new Map(
  ITEM_KINDS.flatMap((kind) => [
    [mediaTypeOf(kind), kind] as const,
    ...(KNOWN[kind] ?? []).map((name) => [`application/${name}`, kind] as const),
  ]),
);

/** In any case, with or without parameters, under any of its names; a type that is nobody's stays as it is. */
export function readMediaType(text: string): string {
  const plain = (text.split(";")[0] ?? "").trim().toLowerCase();
  const kind = KIND_OF.get(plain);
  return kind ? mediaTypeOf(kind) : plain;
}
