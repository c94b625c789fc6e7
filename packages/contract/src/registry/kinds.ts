import type { ItemKind, ItemType, TYPE_OF } from "./item-types.js";
import type { KindShape } from "./kind.js";
import { agent } from "./kinds/agent.js";
import { hook } from "./kinds/hook.js";
import { mcp } from "./kinds/mcp.js";
import { prompt } from "./kinds/prompt.js";
import { sandbox } from "./kinds/sandbox.js";
import { skill } from "./kinds/skill.js";

type ShapeOf<Type extends ItemType> = KindShape & {
  readonly kind: { [Kind in ItemKind]: (typeof TYPE_OF)[Kind] extends Type ? Kind : never }[ItemKind];
  readonly type: Type;
};

/** What the wire needs to know of each kind, by the plural that paths use. */
export const KINDS = {
  mcps: mcp,
  agents: agent,
  skills: skill,
  hooks: hook,
  prompts: prompt,
  sandboxes: sandbox,
} as const satisfies { readonly [Type in ItemType]: ShapeOf<Type> };

export { ITEM_KINDS, ITEM_TYPES, type ItemKind, type ItemType, typeOfKind } from "./item-types.js";
