import { isItemType, type ItemType } from "../../api/kinds.js";
import type { SearchParams } from "../../ui/forms/search-text.js";

export const STATUSES = ["approved", "mine", "draft", "pending", "rejected", "archived"] as const;
export type StatusChoice = (typeof STATUSES)[number];

/** The state of the registry page, kept in the URL so that it can be shared. */
export interface RegistrySearch {
  readonly q: string;
  readonly type: ItemType | undefined;
  readonly harness: string;
  readonly tag: string;
  readonly team: string;
  readonly status: StatusChoice;
  readonly offset: number;
}

const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, 500) : "");

/** Parses any input from the address bar. */
export function readRegistrySearch(raw: Readonly<Record<string, unknown>>): RegistrySearch {
  const offset = Number(raw["offset"]);
  return {
    q: text(raw["q"]),
    type: isItemType(raw["type"]) ? raw["type"] : undefined,
    harness: text(raw["harness"]),
    tag: text(raw["tag"]),
    team: text(raw["team"]),
    status: STATUSES.find((status) => status === raw["status"]) ?? "approved",
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** The shortest URL for it: defaults are omitted. */
export function writeRegistrySearch(search: RegistrySearch): SearchParams {
  const { q, type, harness, tag, team, status, offset } = search;
  return {
    ...(q === "" ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...(harness === "" ? {} : { harness }),
    ...(tag === "" ? {} : { tag }),
    ...(team === "" ? {} : { team }),
    ...(status === "approved" ? {} : { status }),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  };
}
