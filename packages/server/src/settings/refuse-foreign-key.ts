import type { Config } from "../platform/config/index.js";
import { secretKeyFile, type Sealing } from "../platform/sealing/index.js";
import { StartupError } from "../platform/startup-error.js";
import { isSettingKey } from "./registry.js";
import type { NewSetting, StoredSetting } from "./setting-store.js";

/** Sealed by the first start on a database, and no setting that anyone sees. */
export const KEY_CHECK = "deployment.secret_key_check";

export interface StoredSeals {
  readonly loadSettings: () => Promise<StoredSetting[]>;
  /** True when the setting was absent or empty before. */
  readonly importSetting: (setting: NewSetting) => Promise<boolean>;
  readonly sealing: Sealing;
  readonly config: Pick<Config, "dataDir">;
}

/** A replica with a key of its own fails at its first start, not when there is a secret that it cannot open. */
export async function refuseForeignKey(deps: StoredSeals): Promise<void> {
  const stored = await deps.loadSettings();
  refuseForeign(deps, stored);
  if (stored.some(({ key }) => key === KEY_CHECK)) return;
  const sealed = deps.sealing.seal(`setting:${KEY_CHECK}`, "");
  const isFirst = await deps.importSetting({ key: KEY_CHECK, value: null, sealed, updated_by: null });
  if (!isFirst) refuseForeign(deps, await deps.loadSettings());
}

/** Another key than the one that sealed them would make every secret disappear, and nobody would know why. */
function refuseForeign({ sealing, config }: StoredSeals, stored: readonly StoredSetting[]): void {
  const foreign = stored
    .filter(({ key, sealed }) => (key === KEY_CHECK || isSettingKey(key)) && sealed && !sealing.hasKeyOf(sealed))
    .map(({ key }) => key);
  if (foreign.length === 0) return;
  const secrets = foreign.filter((key) => key !== KEY_CHECK);
  const what =
    secrets.length > 0
      ? `SECRET_KEY cannot decrypt ${secrets.join(", ")}, which was encrypted with another key.`
      : "SECRET_KEY is not the key with which this database was first used.";
  throw new StartupError(
    `${what} All replicas must use the same key: start with that one, as SECRET_KEY or in ${secretKeyFile(config.dataDir)}, where the server keeps a key that it generated. To rotate to a new key, set the previous one as OLD_SECRET_KEY or OLD_SECRET_KEY_FILE. Only if no replica and no backup has that key any more, discard what it encrypted: run tack server unset-setting for ${foreign.join(", ")}.`,
  );
}
