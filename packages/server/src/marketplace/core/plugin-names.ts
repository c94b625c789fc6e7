import type { ItemKind } from "@tackroom/contract";

export interface Named {
  readonly id: string;
  readonly kind: ItemKind;
  readonly namespace: string;
  readonly slug: string;
}

/** Agent Plugins 1.0. */
const MAX_LENGTH = 64;

/**
 * What clients call the plugin. Who comes first has the plain name, and others of it say what they are: names stay what they
 * are when something is added, because clients know plugins by nothing else.
 */
export function pluginName({ id, kind, namespace, slug }: Named, isTaken: (name: string) => boolean): string {
  const plain = hyphenated(`${namespace}-${slug}`);
  const names = [plain, hyphenated(`${plain}-${kind}`), hyphenated(`${plain}-${kind}-${id.slice(0, 8)}`)];
  return names.find((name) => !isTaken(name)) ?? hyphenated(`${kind}-${id}`);
}

export function hyphenated(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  if (name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, MAX_LENGTH - 9).replace(/-$/, "")}-${shortHash(text)}`;
}

/** FNV-1a: tells long names apart that begin alike. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

/** What clients call the marketplace: each of several of one registry has its own name. */
export function marketplaceName(domain: string | undefined, key: string): string {
  const base = domain === undefined ? "tackroom" : hyphenated(domain);
  const [, id] = key.split(":");
  return id === undefined ? base : `${base}-${id.slice(0, 8)}`;
}
