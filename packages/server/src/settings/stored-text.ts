import { secretKeyFile, type Sealing } from "../platform/sealing/index.js";
import { definitionOf, type SettingKey } from "./registry.js";
import type { StoredSetting } from "./setting-store.js";
import type { StoredText } from "./snapshot.js";

/** Settings as the store keeps them: sensitive ones sealed, so that a copy of the database gives nothing away. */
export interface StoredTexts {
  write(key: SettingKey, text: string): Pick<StoredSetting, "value" | "sealed">;
  read(setting: StoredSetting): StoredText;
  /** The same secret with a seal of the current key, unless it has one already or no key opens it. */
  reseal(key: string, sealed: Buffer): Buffer | "current" | "unreadable";
}

export function createStoredTexts(sealing: Sealing, dataDir: string): StoredTexts {
  const problem = `no key that the server has opens it. Give the key it was sealed with as OLD_SECRET_KEY (or OLD_SECRET_KEY_FILE; a key that the server made is in ${secretKeyFile(dataDir)}), or set it again`;
  return {
    write: (key, text) =>
      definitionOf(key).isSensitive
        ? { value: null, sealed: sealing.seal(placeOf(key), text) }
        : { value: text, sealed: null },
    read({ key, value, sealed }) {
      const text = sealed ? sealing.unseal(placeOf(key), sealed) : (value ?? "");
      return text === undefined ? { problem } : { text };
    },
    reseal(key, sealed) {
      const text = sealing.unseal(placeOf(key), sealed);
      if (text === undefined) return "unreadable";
      return sealing.isCurrent(sealed) ? "current" : sealing.seal(placeOf(key), text);
    },
  };
}

const placeOf = (key: string): string => `setting:${key}`;
