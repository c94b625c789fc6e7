import type { Platform } from "../src/platform/platform.js";
import { openSealing } from "../src/platform/sealing/index.js";
import { importSetting, loadSettings, openSettings, storeTogether, type Settings } from "../src/settings/index.js";

/** The settings as another process of the same deployment reads them. */
export function loadSettingsFor({ relational, config, bus, log }: Platform): Promise<Settings> {
  return openSettings({
    loadSettings: () => loadSettings(relational),
    importSetting: (setting) => importSetting(relational, setting),
    storeTogether: (together) => relational.transaction((tx) => storeTogether(tx, together)),
    config,
    sealing: openSealing(config),
    bus,
    log,
  });
}
