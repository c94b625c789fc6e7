import { randomUUID } from "node:crypto";
import type { Inbox } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";
import { notify, removeOldNotifications } from "./index.js";

describe.each(largestSize)("the inbox ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const tell = (to: readonly Person[], title: string, dedupeKey: string = randomUUID()): Promise<void> =>
    server.platform.relational.transaction((tx) =>
      notify(tx, {
        userIds: to.map(({ user }) => user.id),
        kind: "alert.fired",
        title,
        text: "Text",
        path: "/alerts",
        dedupeKey,
      }),
    );
  const read = async (by: Person, query = ""): Promise<Inbox> =>
    (await send(`GET /me/inbox${query}`, { token: by.token })).json();
  const mark = (by: Person, body: object) => send("POST /me/inbox/read", { token: by.token, body });
  const titles = async (by: Person, query = ""): Promise<string[]> =>
    (await read(by, query)).items.map(({ title }) => title);

  test("has one's own entries, newest first, page by page", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    for (const title of ["one", "two", "three"]) await tell([ada], title);
    await tell([bob], "bob's");
    expect(await read(ada)).toMatchObject({
      total: 3,
      unread_count: 3,
      items: [
        { kind: "alert.fired", title: "three", text: "Text", path: "/alerts", read_at: null },
        { title: "two" },
        { title: "one" },
      ],
    });
    expect(await titles(ada, "?limit=1&offset=1")).toEqual(["two"]);
    // The role opens nobody's.
    expect(await titles(people.admin)).toEqual([]);
    expect(verdict(await send("GET /me/inbox?limit=0", { token: ada.token }))).toEqual([422, "validation_failed"]);
  });

  test("tells the same to a user once", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    await tell([ada, ada], "once", "key");
    await tell([ada, bob], "again", "key");
    expect([await titles(ada), await titles(bob)]).toEqual([["once"], ["again"]]);
  });

  test("keeps nothing of what did not happen", async () => {
    const ada = await people.join();
    const failing = server.platform.relational.transaction(async (tx) => {
      const told = { kind: "alert.fired", title: "no", text: "", path: "/", dedupeKey: "no" } as const;
      await notify(tx, { userIds: [ada.user.id], ...told });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await titles(ada)).toEqual([]);
  });

  test("marks entries as read, one's own only", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    for (const title of ["one", "two", "three"]) await tell([ada, bob], title);
    const { items } = await read(ada);
    const [third, second] = items.map(({ id }) => id);
    expect(verdict(await mark(bob, { ids: [third] }))).toEqual([200, undefined]);
    expect((await read(ada)).unread_count).toBe(3);
    expect((await mark(ada, { ids: [third, randomUUID()] })).json()).toEqual({ unread_count: 2 });
    const readAt = (await read(ada)).items[0]?.read_at;
    expect(readAt).toEqual(expect.any(String));
    // A second time changes nothing.
    expect((await mark(ada, { ids: [third, second] })).json()).toEqual({ unread_count: 1 });
    expect((await read(ada)).items[0]?.read_at).toBe(readAt);
    expect(await titles(ada, "?unread=true")).toEqual(["one"]);
    expect((await mark(ada, { all: true })).json()).toEqual({ unread_count: 0 });
    expect(await read(ada, "?unread=true")).toEqual({ items: [], total: 0, unread_count: 0 });
    expect((await read(bob)).unread_count).toBe(3);
  });

  test.each([[{}], [{ ids: [], all: true }], [{ ids: ["x"] }], [{ all: false }], [{ ids: [randomUUID()], all: true }]])(
    "refuses %o",
    async (body) => {
      expect(verdict(await mark(people.admin, body))).toEqual([422, "validation_failed"]);
    },
  );

  test("forgets what is older than 90 days", async () => {
    const ada = await people.join();
    for (const title of ["old", "new"]) await tell([ada], title);
    const age = "UPDATE inbox_entry SET created_at = now() - interval '91 days' WHERE title = 'old'";
    await runSql(server.platform.relational, age, []);
    await server.platform.jobs.enqueue(removeOldNotifications, {});
    await eventually(async () => expect(await titles(ada)).toEqual(["new"]));
  });
});
