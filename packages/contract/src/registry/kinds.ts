import { agent } from "./kinds/agent.js";
import { hook } from "./kinds/hook.js";
import { mcp } from "./kinds/mcp.js";
import { prompt } from "./kinds/prompt.js";
import { sandbox } from "./kinds/sandbox.js";
import { skill } from "./kinds/skill.js";

/** The only list of the kinds there are, by the plural that paths use. */
export const KINDS = {
  mcps: mcp,
  agents: agent,
  skills: skill,
  hooks: hook,
  prompts: prompt,
  sandboxes: sandbox,
} as const;

export type ItemType = keyof typeof KINDS;
export type ItemKind = (typeof KINDS)[ItemType]["kind"];

export const ITEM_TYPES = Object.keys(KINDS) as ItemType[];
export const ITEM_KINDS: readonly ItemKind[] = Object.values(KINDS).map(({ kind }) => kind);

export function typeOfKind(kind: ItemKind): ItemType {
  return ITEM_TYPES.find((type) => KINDS[type].kind === kind) as ItemType;
}
