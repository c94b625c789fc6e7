import type { ItemType } from "@tackroom/contract";

/** An item that the walk has made, as far as the answers of the API tell. */
export interface WalkedItem {
  readonly type: ItemType;
  readonly id: string;
  /** Every `namespace/slug` that it had. */
  readonly names: Set<string>;
  isPublic: boolean;
  isDeleted: boolean;
  readonly versions: Map<string, WalkedVersion>;
}

export interface WalkedVersion {
  readonly digest: string;
  readonly attestation: string;
  /** What an install answered first. */
  rendered?: string;
  /** A reviewer approved it while it was public, or made it public. */
  approvedForPublic: boolean;
}

/**
 * Remembers everything that was ever released, and under which names. It knows nothing of how the service does it: what the
 * service says later is held against what it said before.
 */
export class ReleaseModel {
  readonly items: WalkedItem[] = [];
  /** `kind namespace/slug@version`, and which item and digest it has meant since. */
  readonly #meanings = new Map<string, string>();

  add(type: ItemType, { id, qualified_name, visibility }: { id: string; qualified_name: string; visibility: string }) {
    const item: WalkedItem = {
      type,
      id,
      names: new Set([qualified_name]),
      isPublic: visibility === "public",
      isDeleted: false,
      versions: new Map(),
    };
    this.items.push(item);
    return item;
  }

  get releases(): number {
    return this.#meanings.size;
  }

  wasReleased({ versions }: WalkedItem): boolean {
    return versions.size > 0;
  }

  /** Answers what is wrong, if anything. */
  named(item: WalkedItem, qualifiedName: string): string | undefined {
    item.names.add(qualifiedName);
    for (const [number, { digest }] of item.versions) {
      const problem = this.#mean(item, number, digest);
      if (problem) return problem;
    }
    return undefined;
  }

  released(item: WalkedItem, number: string, said: { digest: string; attestation: string }): string | undefined {
    const before = item.versions.get(number);
    if (before && (before.digest !== said.digest || before.attestation !== said.attestation)) {
      return `${item.type} ${item.id} ${number} had ${before.digest} and has ${said.digest} now`;
    }
    const version = before ?? { ...said, approvedForPublic: false };
    version.approvedForPublic ||= item.isPublic;
    item.versions.set(number, version);
    return this.#mean(item, number, said.digest);
  }

  #mean(item: WalkedItem, number: string, digest: string): string | undefined {
    for (const name of item.names) {
      const key = `${item.type} ${name}@${number}`;
      const meaning = `${item.id} ${digest}`;
      const before = this.#meanings.get(key) ?? meaning;
      if (before !== meaning) return `${key} was ${before} and is ${meaning} now`;
      this.#meanings.set(key, meaning);
    }
    return undefined;
  }
}
