import { normalised } from "./normalised.js";
import type { Fields } from "./fields.js";

/** What belongs to an item and not to one of its versions. */
export interface ItemFace {
  readonly owner: string;
  readonly fields: Fields;
}

/** An item as it is shown once these changes are released. */
export function itemWith(
  { owner, team_id, fields }: ItemFace & { readonly team_id: string | null },
  changes: Fields | null,
): ItemFace {
  const { owner: named, ...rest } = (changes ?? {}) as { readonly owner?: string } & Fields;
  // What belongs to a team is shown under the name of the team.
  return { owner: team_id === null ? (named ?? owner) : owner, fields: { ...fields, ...rest } };
}

/** What makes one of the other; null when nothing does. */
export function changesBetween(before: ItemFace, after: ItemFace): Fields | null {
  const known: Fields = { ...before.fields, owner: before.owner };
  const changed = Object.entries({ ...after.fields, owner: after.owner }).filter(
    ([name, value]) => jsonOf(value) !== jsonOf(known[name]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(normalised(value));
