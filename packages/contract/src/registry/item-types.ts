/** The kinds there are, with the plural that paths use. Without their schemas, for those who only need the names. */
export const TYPE_OF = {
  mcp: "mcps",
  agent: "agents",
  skill: "skills",
  hook: "hooks",
  prompt: "prompts",
  sandbox: "sandboxes",
} as const;

export type ItemKind = keyof typeof TYPE_OF;
export type ItemType = (typeof TYPE_OF)[ItemKind];

export const ITEM_KINDS = Object.keys(TYPE_OF) as readonly ItemKind[];
export const ITEM_TYPES = Object.values(TYPE_OF) as ItemType[];

export function typeOfKind(kind: ItemKind): ItemType {
  return TYPE_OF[kind];
}
