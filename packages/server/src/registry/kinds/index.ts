import { ITEM_TYPES, type ItemKind, type ItemType } from "@tackroom/contract";
import { agents } from "./agent.js";
import { hooks } from "./hook.js";
import type { Kind } from "./kind.js";
import { mcps } from "./mcp.js";
import { prompts } from "./prompt.js";
import { sandboxes } from "./sandbox.js";
import { skills } from "./skill.js";

export type { Installable, Installation, Kind } from "./kind.js";

/** The compiler asks for one of each that the contract lists. */
const KINDS: Readonly<Record<ItemType, Kind>> = { mcps, agents, skills, hooks, prompts, sandboxes };

export const ALL_KINDS: readonly Kind[] = ITEM_TYPES.map((type) => KINDS[type]);

export function kindOf(kind: ItemKind): Kind {
  return ALL_KINDS.find((each) => each.kind === kind) as Kind;
}
