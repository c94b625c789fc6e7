import { randomUUID } from "node:crypto";
import { testStoreSql } from "../../test/store-sql/test-store-sql.js";
import * as settings from "./setting-store.js";

const PLAIN = { key: "a.plain", value: "1", sealed: null, updated_by: randomUUID() };

testStoreSql({
  test: import.meta.url,
  seed: "INSERT INTO setting (key, sealed) VALUES ('a.sealed', '\\x00')",
  // As many rows as there are settings to set.
  smallTables: ["setting"],
  stores: {
    "setting-store": {
      exports: settings,
      calls: {
        loadSettings: ({ db }) => settings.loadSettings(db),
        importSetting: ({ db }) => settings.importSetting(db, PLAIN),
        storeTogether: ({ db }) => settings.storeTogether(db, [PLAIN, { ...PLAIN, key: "another.plain" }]),
        putStoredSetting: ({ db }) => settings.putStoredSetting(db, PLAIN),
        deleteStoredSetting: ({ db }) => settings.deleteStoredSetting(db, PLAIN.key),
        takeStoredSetting: ({ db }) => settings.takeStoredSetting(db, PLAIN.key),
        lockSealedSettings: ({ db }) => settings.lockSealedSettings(db),
        resealStoredSetting: ({ db }) => settings.resealStoredSetting(db, "a.sealed", Buffer.of(1)),
      },
    },
  },
});
