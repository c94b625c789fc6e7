import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { NewFeed } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { git } from "../../test/git-client.js";
import { stockShelf, type Shelf } from "../../test/items.js";
import { loadSettingsFor } from "../../test/marketplace.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { openFeeds } from "../feeds/index.js";
import { runSql } from "../platform/relational/index.js";
import { freshCatalogue } from "./build-catalogue.js";
import { rebuildMarketplaces } from "./jobs.js";
import { Replaced } from "./local-copies.js";
import { openMarketplace } from "./open-marketplace.js";
import { findRepository, type StoredRepository } from "./repository-store.js";
import { advertise } from "./serve-repository.js";

describe.each(largestSize)("copies of repositories on the disk ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const replica = async () => {
    const settings = await loadSettingsFor(server.platform);
    const { catalogueByKey } = openFeeds(server.platform, settings);
    const opened = await openMarketplace({ ...server.platform, isSingleProcess: false }, settings, catalogueByKey);
    const fresh = async (key: string): Promise<StoredRepository> => {
      const catalogue = await catalogueByKey(key);
      if (!catalogue) throw new Error("the feed is gone");
      return freshCatalogue(opened.deps, key, catalogue);
    };
    return { ...opened, fresh };
  };

  test("that could not be filled are not left behind", async () => {
    const { deps, close } = await replica();
    const parent = join(server.platform.config.dataDir, "marketplace");
    const gone = { key: "feed:gone", head: "0".repeat(40), pack_number: 1 };
    const fail = () => expect(deps.copies.open({ ...gone, generation: randomUUID() })).rejects.toThrow(Replaced);
    await fail();
    const before = await foldersBelow(parent);
    for (let attempt = 0; attempt < 5; attempt++) await fail();
    // The last one goes with the next request.
    expect(await foldersBelow(parent)).toBe(before);
    await close();
  });

  test("are made of what there is now when another replica has begun a new history meanwhile", async () => {
    const ada = await people.join();
    const [hidden, open] = [await shelf.publish("skills", ada), await shelf.publish("skills", ada)];
    const bob = await people.join();
    const body = { name: "Mine", content: "items", items: [hidden.id, open.id] };
    const feed = (await send("POST /feeds", { token: bob.token, body })).json<NewFeed>();
    const key = `feed:${feed.id}`;
    const [one, two] = [await replica(), await replica()];
    const old = await one.fresh(key);
    const closed = { token: ada.token, body: { visibility: "owner" } };
    expect((await send(`PATCH /registry/skill/${hidden.id}/visibility`, closed)).statusCode).toBe(200);
    const now = await one.fresh(key);
    expect(now.generation).not.toBe(old.generation);
    await expect(two.deps.copies.open(old)).rejects.toThrow(Replaced);
    // Found a moment before the history was begun anew.
    const found = [old];
    const find = async (): Promise<StoredRepository> => found.pop() ?? now;
    const answer = await advertise(two.deps, { service: "git-upload-pack" }, { headers: {} }, find);
    let text = "";
    for await (const chunk of answer.body) text += Buffer.from(chunk).toString("latin1");
    expect(text).toContain(`${now.head} refs/heads/main`);
    await Promise.all([one.close(), two.close()]);
  });

  test("are made before anybody asks, however many extensions are asked for", async () => {
    const ada = await people.join();
    const item = await shelf.publish("skills", ada);
    const body = { name: "Mine", content: "items", items: [item.id] };
    const feed = (await send("POST /feeds", { token: ada.token, body })).json<NewFeed>();
    const { fresh, deps, close } = await replica();
    const first = await fresh(`feed:${feed.id}`);
    await runSql(
      server.platform.relational,
      `INSERT INTO marketplace_repository (key, item_id, generation, head, pack_number, commits, committed_at, position, stamp,
         left_out, past_items, past_parts, used_at)
       SELECT 'extension:' || $1::text || ':' || n, $1::text::uuid, gen_random_uuid(), repeat('0', 40), 1, 1, now(), '', '', '{}', '{}',
         '{}', clock_timestamp() + interval '1 minute' FROM generate_series(1, 60) n`,
      [item.id],
    );
    await shelf.release("skills", item.id, ada, { version: "1.1.0", description: "Newer" });
    await rebuildMarketplaces.run(deps, {}, 1);
    const rebuilt = await findRepository(server.platform.relational, first.key);
    expect(rebuilt?.commits).toBe(2);
    const copy = await deps.copies.open(rebuilt ?? first);
    expect((await git(["--git-dir", copy.directory, "rev-list", "--count", "main"])).trim()).toBe("2");
    copy.release();
    await close();
  });
});

/** Of every process that uses the data directory. */
async function foldersBelow(parent: string): Promise<number> {
  const roots = await readdir(parent);
  const folders = await Promise.all(roots.map((root) => readdir(join(parent, root))));
  return folders.flat().length;
}
