import type { ItemKind, ItemType } from "@tackroom/contract";
import type { ItemOf, ReplyOf } from "@tackroom/contract/calls";
import { Blocks, Bot, Box, MessageSquareText, Plug, Webhook, type LucideIcon } from "lucide-react";
import type { SeriesColour } from "../ui/theme/series-colours.js";
import type { ElementOf } from "./client.js";

export type { ItemKind, ItemType };
export type ItemSummary<Type extends ItemType = ItemType> = ElementOf<ReplyOf<`${Type}.listItems`>>;
export type ItemDetail = ReplyOf<`${ItemType}.getItem`>;
export type ItemVersion = ElementOf<ReplyOf<`${ItemType}.listVersions`>["items"]>;
export type { ItemOf };

/** The calls whose results change with an item. */
export const itemCalls = (type: ItemType) =>
  [`${type}.getItem`, `${type}.listItems`, `${type}.listMyItems`, "listAllItems", "listRegistry"] as const;

export interface KindWords {
  readonly kind: ItemKind;
  readonly one: string;
  readonly many: string;
  readonly icon: LucideIcon;
  /** Always shown with the icon, never alone. */
  readonly colour: SeriesColour;
}

/** How each kind is displayed. The compiler checks the keys against the contract. */
export const KIND_WORDS: Readonly<Record<ItemType, KindWords>> = {
  mcps: { kind: "mcp", one: "MCP server", many: "MCP servers", icon: Plug, colour: "c2" },
  agents: { kind: "agent", one: "Agent", many: "Agents", icon: Bot, colour: "c1" },
  skills: { kind: "skill", one: "Skill", many: "Skills", icon: Blocks, colour: "c3" },
  hooks: { kind: "hook", one: "Hook", many: "Hooks", icon: Webhook, colour: "c5" },
  prompts: { kind: "prompt", one: "Prompt", many: "Prompts", icon: MessageSquareText, colour: "c4" },
  sandboxes: { kind: "sandbox", one: "Sandbox", many: "Sandboxes", icon: Box, colour: "c6" },
};

export const ITEM_TYPES = Object.keys(KIND_WORDS) as ItemType[];

export const isItemType = (text: unknown): text is ItemType => ITEM_TYPES.some((type) => type === text);

export const typeOfKind = (kind: string): ItemType | undefined =>
  ITEM_TYPES.find((type) => KIND_WORDS[type].kind === kind);
