import { ITEM_KINDS, type ItemKind } from "@tackroom/contract";

/** Until the service knows its own domain. */
export const LOCAL_DOMAIN = "tackroom.local";

/** What an identifier names: an item of ours, the registry itself, or something of another publisher. */
export type Named =
  | { readonly is: "item"; readonly publisher: string; readonly kind: ItemKind; readonly id: string }
  | { readonly is: "other"; readonly publisher: string; readonly identifier: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IDENTIFIER = /^urn:air?:([a-z0-9.-]+)((?::[A-Za-z0-9._-]+)+)$/i;

export const itemIdentifier = (publisher: string, kind: ItemKind, id: string): string =>
  `urn:air:${publisher}:${kind}:${id}`;
export const registryIdentifier = (publisher: string): string => `urn:air:${publisher}:registry:tackroom`;

/** `urn:ai:`, as the predecessor of the standard had it, reads as `urn:air:`. Undefined if it is not a valid identifier. */
export function readIdentifier(text: string): Named | undefined {
  const match = IDENTIFIER.exec(text);
  if (!match) return undefined;
  const [publisher, rest] = [(match[1] ?? "").toLowerCase(), match[2] ?? ""];
  const [, kind = "", id = "", ...more] = rest.split(":");
  if (more.length === 0 && isItemKind(kind) && UUID.test(id)) {
    return { is: "item", publisher, kind, id: id.toLowerCase() };
  }
  return { is: "other", publisher, identifier: `urn:air:${publisher}${rest}` };
}

const isItemKind = (text: string): text is ItemKind => ITEM_KINDS.some((kind) => kind === text);
