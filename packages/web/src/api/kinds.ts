import type { ItemKind, ItemType } from "@tackroom/contract";
import type { ItemOf, ReplyOf } from "@tackroom/contract/calls";
import { Blocks, Bot, Box, MessageSquareText, Plug, Webhook, type LucideIcon } from "lucide-react";
import type { ElementOf } from "./client.js";

export type { ItemKind, ItemType };
export type ItemSummary<Type extends ItemType = ItemType> = ElementOf<ReplyOf<`${Type}.listItems`>>;
export type ItemDetail = ReplyOf<`${ItemType}.getItem`>;
export type ItemVersion = ElementOf<ReplyOf<`${ItemType}.listVersions`>["items"]>;
export type { ItemOf };

/** The calls whose results change with an item. */
export const itemCalls = (type: ItemType) =>
  [`${type}.getItem`, `${type}.listItems`, `${type}.listMyItems`, "listAllItems"] as const;

export interface KindWords {
  readonly kind: ItemKind;
  readonly one: string;
  readonly many: string;
  readonly icon: LucideIcon;
}

/** How each kind is displayed. The compiler checks the keys against the contract. */
export const KIND_WORDS: Readonly<Record<ItemType, KindWords>> = {
  mcps: { kind: "mcp", one: "MCP server", many: "MCP servers", icon: Plug },
  agents: { kind: "agent", one: "Agent", many: "Agents", icon: Bot },
  skills: { kind: "skill", one: "Skill", many: "Skills", icon: Blocks },
  hooks: { kind: "hook", one: "Hook", many: "Hooks", icon: Webhook },
  prompts: { kind: "prompt", one: "Prompt", many: "Prompts", icon: MessageSquareText },
  sandboxes: { kind: "sandbox", one: "Sandbox", many: "Sandboxes", icon: Box },
};

export const ITEM_TYPES = Object.keys(KIND_WORDS) as ItemType[];

export const isItemType = (text: unknown): text is ItemType => ITEM_TYPES.some((type) => type === text);

export const typeOfKind = (kind: string): ItemType | undefined =>
  ITEM_TYPES.find((type) => KIND_WORDS[type].kind === kind);
