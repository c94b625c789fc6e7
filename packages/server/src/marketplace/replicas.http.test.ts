import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { NewFeed } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { git } from "../../test/git-client.js";
import { stockShelf, type Shelf, type Shown } from "../../test/items.js";
import { loadSettingsFor } from "../../test/marketplace.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { openFeeds } from "../feeds/index.js";
import { runSql } from "../platform/relational/index.js";
import type { Version } from "../registry/index.js";
import { freshCatalogue } from "./build-catalogue.js";
import { dropDeadMarketplaces, rebuildMarketplaces } from "./jobs.js";
import { openMarketplace } from "./open-marketplace.js";
import { findRepository } from "./repository-store.js";

describe.each(largestSize)("a repository of the marketplace ($size)", (on) => {
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

  const feedOf = async ({ token }: Person, items: readonly Shown[]): Promise<NewFeed> => {
    const body = { name: "Mine", content: "items", items: items.map(({ id }) => id) };
    return (await send("POST /feeds", { token, body })).json();
  };

  test("is the same on every replica, outlives the disk, and reads of the store only what has changed", async () => {
    const ada = await people.join();
    const items = [];
    for (let index = 0; index < 5; index++) items.push(await shelf.publish("skills", ada));
    const feed = await feedOf(ada, items);
    const key = `feed:${feed.id}`;
    const { relational: db, log } = server.platform;
    const replica = async (isSingleProcess: boolean) => {
      const settings = await loadSettingsFor(server.platform);
      const { catalogueByKey: byKey } = openFeeds(server.platform, settings);
      const opened = await openMarketplace({ ...server.platform, isSingleProcess }, settings, byKey);
      const read: string[] = [];
      const readVersions = async (ids: readonly string[]): Promise<Version[]> => {
        read.push(...ids);
        return opened.deps.readVersions(ids);
      };
      const fresh = async () => {
        const catalogue = await byKey(key);
        if (!catalogue) throw new Error("the feed is gone");
        return freshCatalogue({ ...opened.deps, log, readVersions }, key, catalogue);
      };
      return { ...opened, read, fresh };
    };
    const [one, two] = [await replica(false), await replica(false)];
    const [first, same] = await Promise.all([one.fresh(), two.fresh()]);
    expect(same.head).toBe(first.head);
    const more = await shelf.release("skills", items[0]?.id ?? "", ada, { version: "1.1.0", description: "Newer" });
    expect(more.statusCode).toBeLessThan(300);
    const [before, begun] = [one.read.length, Date.now()];
    const next = await one.fresh();
    expect([next.head === first.head, one.read.length - before]).toEqual([false, 1]);
    expect(next.committed_at.getTime()).toBeLessThan(begun + 1000);
    expect((await two.fresh()).head).toBe(next.head);
    // Everything on the disk is lost.
    await Promise.all([one.close(), two.close()]);
    await rm(join(server.platform.config.dataDir, "marketplace"), { recursive: true, force: true });
    const third = await replica(false);
    expect((await third.fresh()).head).toBe(next.head);
    expect(third.read).toEqual([]);
    const opened = await third.deps.copies.open(next);
    expect((await git(["--git-dir", opened.directory, "rev-list", "--count", "main"])).trim()).toBe("2");
    opened.release();
    // The job makes it before anybody asks.
    await shelf.release("skills", items[1]?.id ?? "", ada, { version: "1.1.0", description: "Newer" });
    await rebuildMarketplaces.run(third.deps, {}, 1);
    const rebuilt = await findRepository(db, key);
    expect(rebuilt?.commits).toBe(3);
    expect((await third.fresh()).head).toBe(rebuilt?.head);
    // Many packs become one.
    let last = rebuilt;
    for (let minor = 2; minor < 24; minor++) {
      await shelf.release("skills", items[0]?.id ?? "", ada, { version: `1.${minor}.0`, description: "Newer" });
      last = await third.fresh();
    }
    const packs = await runSql(db, "SELECT count(*)::int AS count FROM marketplace_pack WHERE key = $1", [key]);
    expect((packs.rows[0] as { count: number }).count).toBeLessThan(21);
    const fourth = await replica(false);
    const whole = await fourth.deps.copies.open(last ?? next);
    expect((await git(["--git-dir", whole.directory, "rev-list", "--count", "main"])).trim()).toBe("25");
    whole.release();
    await runSql(db, "UPDATE feed SET expires_at = now() WHERE id = $1", [feed.id]);
    await dropDeadMarketplaces.run(fourth.deps, {}, 1);
    expect((await runSql(db, "SELECT FROM marketplace_repository WHERE key = $1", [key])).rows).toEqual([]);
    await Promise.all([third.close(), fourth.close()]);
  });
});
