import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onEngine, relationalChoices } from "../../test/engines.js";
import { recordedLog } from "../../test/quiet-log.js";
import { temporaryDirectory } from "../../test/temporary.js";
import { loadMigrations } from "../platform/migrations.js";
import { migrateRelational, openRelational, runSql, type Relational } from "../platform/relational/index.js";

/** That of the rule that a sync forgets a publisher who loses access. */
const RULE = 42;

describe.each(relationalChoices)("publishers who lost access before the server forgot such", ({ engine, create }) => {
  describe(onEngine(engine), () => {
    let store: Relational;
    let database: Awaited<ReturnType<typeof create>>;
    beforeAll(async () => {
      database = await create();
      const { databaseUrl } = database;
      store = await openRelational({ databaseUrl, dataDir: temporaryDirectory(), log: recordedLog("silent").log });
      const before = loadMigrations("relational").filter(({ version }) => version < RULE);
      await migrateRelational(store, before);
    });
    afterAll(async () => {
      await store.close();
      await database.drop();
    });

    async function addAccount(isActive: boolean): Promise<string> {
      const id = randomUUID();
      await runSql(
        store,
        `INSERT INTO user_account (id, email, username, name, role, auth_provider, is_active)
         VALUES ($1::uuid, $1 || '@acme.test', $1, 'Ada', 'user', 'local', $2)`,
        [id, isActive],
      );
      return id;
    }

    /** Returns the name of the sync. */
    async function addSync(owner: string, publisher: string): Promise<string> {
      const id = randomUUID();
      await runSql(
        store,
        `INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, version, description, supported_harnesses,
           status, is_released, summary, facets, search_name)
         VALUES ($1::uuid, 'mcp', 'acme', $1, $1, $2, 'Ada', 'public', '1.0.0', '', '{}', 'approved', true, '{}', '{}', '')`,
        [id, owner],
      );
      await runSql(
        store,
        `INSERT INTO mcp_sync (id, item_id, provider, secret, sync_on_push, sync_on_release, publisher_id)
         VALUES ($1::uuid, $1::uuid, 'host_a', '', true, false, $2)`,
        [id, publisher],
      );
      return id;
    }

    test("are forgotten once, and nobody else", async () => {
      const [owner, former, gone] = [await addAccount(true), await addAccount(true), await addAccount(false)];
      const kept = await addSync(owner, owner);
      await addSync(owner, former);
      await addSync(gone, gone);
      await migrateRelational(store);
      const { rows } = await runSql(store, "SELECT id, publisher_id FROM mcp_sync WHERE publisher_id IS NOT NULL", []);
      expect(rows).toEqual([{ id: kept, publisher_id: owner }]);
    });
  });
});
