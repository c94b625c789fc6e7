import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/relational/tx.js";
import { findKeyHolder, type KeyHolder } from "../stores/api-key-store.js";
import { findFamilyHolder, findHooksHolder, type HooksToken, type Holder } from "../stores/token-store.js";

/** Who stands behind a credential, as the database says at this moment. */
export interface Holders {
  byFamily(family: string): Promise<Holder | undefined>;
  byHooksToken(token: HooksToken): Promise<Holder | undefined>;
  byKey(keyHash: Buffer): Promise<KeyHolder | undefined>;
  /** Something was written: what was read before may no longer be true. */
  forget(): void;
}

export interface HoldersOptions {
  readonly db: Db;
  /** True where no other process can write to the store; elsewhere every request asks, so that it sees what others wrote. */
  readonly isSingleProcess: boolean;
}

const REMEMBERED = 10_000;

export function createHolders({ db, isSingleProcess }: HoldersOptions): Holders {
  const remembered = new LRUCache<string, Holder>({ max: REMEMBERED });
  let writes = 0;

  const recall = async <T extends Holder>(name: string, find: () => Promise<T | undefined>): Promise<T | undefined> => {
    if (!isSingleProcess) return find();
    const known = remembered.get(name);
    if (known !== undefined) return known as T;
    const before = writes;
    const found = await find();
    // What was asked before a write and answered after it must not outlive it.
    if (found !== undefined && before === writes) remembered.set(name, found);
    return found;
  };

  return {
    byFamily: async (family) => unlessExpired(await recall(`family ${family}`, () => findFamilyHolder(db, family))),
    byHooksToken: async ({ userId, keyId, issuedAt }) => {
      const name = `hooks ${userId} ${keyId ?? ""} ${issuedAt.getTime()}`;
      return unlessExpired(await recall(name, () => findHooksHolder(db, { userId, keyId, issuedAt })));
    },
    byKey: async (keyHash) =>
      unlessExpired(await recall(`key ${keyHash.toString("base64")}`, () => findKeyHolder(db, keyHash))),
    forget() {
      writes += 1;
      remembered.clear();
    },
  };
}

/** Nobody writes anything when a key expires, so what is remembered of it has to be looked at each time. */
function unlessExpired<H extends Holder>(holder: H | undefined): H | undefined {
  const hasExpired = holder?.key_expires_at && holder.key_expires_at.getTime() <= Date.now();
  return hasExpired ? undefined : holder;
}
