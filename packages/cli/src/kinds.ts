import { ITEM_KINDS, TYPE_OF, type ItemKind } from "@tackroom/contract/item-types";

export { TYPE_OF };
/** As they are typed. */
export type Kind = ItemKind;
export const KINDS = ITEM_KINDS;

/** Parses a typed name: `ada/tidy`, or `skill:ada/tidy` if two kinds have items with the same name. */
export function parseName(typed: string): { readonly kind?: Kind; readonly name: string } {
  const at = typed.indexOf(":");
  const kind = KINDS.find((each) => each === typed.slice(0, at));
  return kind === undefined ? { name: typed } : { kind, name: typed.slice(at + 1) };
}

type Operation =
  | "submitItem"
  | "listItems"
  | "listMyItems"
  | "getItem"
  | "deleteItem"
  | "archiveItem"
  | "unarchiveItem"
  | "updateDraft"
  | "startEdit"
  | "cancelEdit"
  | "submitDraft"
  | "listVersions"
  | "getVersion"
  | "getAttestation"
  | "installItem"
  | "releaseVersion"
  | "updateVersion"
  | "listCoAuthors"
  | "addCoAuthor"
  | "removeCoAuthor"
  | "transferOwnership"
  | "acceptTransfer"
  | "declineTransfer";

/** The six kinds have the same endpoints. The types of one kind are used for all, because their responses have the same shape. */
export function callOf<Name extends Operation>(kind: Kind, operation: Name): `mcps.${Name}` {
  return `${TYPE_OF[kind]}.${operation}` as `mcps.${Name}`;
}
