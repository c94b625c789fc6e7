import { afterAll, beforeAll, expect, test } from "vitest";
import { openSyncWorld, type SyncWorld } from "../../test/git/sync-world.js";
import { eventually } from "../../test/eventually.js";
import { runSql } from "../platform/relational/index.js";

let world: SyncWorld;

beforeAll(async () => {
  world = await openSyncWorld();
});
afterAll(() => world?.close());

test("keeps the newest two hundred runs of a listing, with the one that is new", async () => {
  const owner = await world.people.join();
  const listing = await world.publish(owner);
  const { id } = await world.enable(listing);
  const sql = (text: string, values: unknown[]) => runSql(world.server.platform.relational, text, values);
  await sql(
    `INSERT INTO mcp_sync_run (id, item_id, sync_id, trigger, status, queued_at, finished_at)
     SELECT gen_random_uuid(), $1, $2, 'manual', 'skipped', now() - n * interval '1 minute', now()
     FROM generate_series(1, 205) AS n`,
    [listing.id, id],
  );
  await world.send(`POST /mcps/${listing.id}/webhook-sync/run`, { token: owner.token });
  await eventually(async () => expect((await world.runs(listing))[0]?.finished_at).not.toBeNull());
  const { rows } = await sql("SELECT count(*)::int AS count FROM mcp_sync_run WHERE item_id = $1", [listing.id]);
  expect(rows).toEqual([{ count: 200 }]);
});
