import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { publishItem } from "../../test/registry.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

interface Shown {
  readonly id: string;
  readonly rating: number;
  readonly is_own: boolean;
}

describe.each(largestSize)("an author's own rating ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let id: string;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const publish = async (): Promise<void> => {
    ({ id } = await publishItem(server, "agents", ada));
  };
  const rate = async (by: Person, rating: number, more: object = {}): Promise<Shown> => {
    const body = { listing_id: id, listing_type: "agent", rating, ...more };
    const given = await send("POST /feedback", { token: by.token, body });
    expect(given.statusCode).toBe(201);
    return given.json<Shown>();
  };
  const read = async <T>(path: `/${string}`, by: Person = eve): Promise<T> =>
    (await send(`GET ${path}`, { token: by.token })).json<T>();
  const summary = async (): Promise<[number, number]> => {
    const { average_rating, total_reviews } = await read<Record<string, number>>(`/feedback/summary/${id}`);
    return [average_rating ?? -1, total_reviews ?? -1];
  };
  /** Stars, and whether they are marked, newest first. */
  const marks = async (by?: Person): Promise<[number, boolean][]> =>
    (await read<Shown[]>(`/feedback/agent/${id}`, by)).map(({ rating, is_own }) => [rating, is_own]);
  const coAuthor = (action: "POST" | "DELETE", who: Person) => {
    const path = `/agents/${id}/co-authors` as const;
    return action === "POST"
      ? send(`POST ${path}`, { token: ada.token, body: { user_id: who.user.id } })
      : send(`DELETE ${path}/${who.user.id}`, { token: ada.token });
  };

  test("is marked, and counts for the average while there is no other", async () => {
    await publish();
    expect(await rate(ada, 5)).toMatchObject({ is_own: true });
    expect([await marks(), await summary()]).toEqual([[[5, true]], [5, 1]]);
    expect(await rate(bob, 2)).toMatchObject({ is_own: false });
    expect([await marks(), await summary()]).toEqual([
      [
        [2, false],
        [5, true],
      ],
      [2, 2],
    ]);
  });

  test("is left out of every average alike", async () => {
    await publish();
    await rate(ada, 5);
    await rate(bob, 2);
    await rate(eve, 3);
    const listed = await read<{ id: string; average_rating: number }[]>("/agents?limit=200");
    expect(listed.find((each) => each.id === id)?.average_rating).toBe(2.5);
    expect(await read(`/agents/${id}`)).toMatchObject({ average_rating: 2.5 });
    expect(await summary()).toEqual([2.5, 3]);
  });

  test("follows changes of it and of others", async () => {
    await publish();
    const own = await rate(ada, 5);
    const other = await rate(bob, 2);
    const change = (who: Person, { id: feedback }: Shown, body?: object) =>
      send(`${body ? "PUT" : "DELETE"} /feedback/${feedback}`, { token: who.token, ...(body ? { body } : {}) });
    expect((await change(ada, own, { rating: 1 })).json()).toMatchObject({ is_own: true });
    expect(await summary()).toEqual([2, 2]);
    await change(bob, other);
    expect(await summary()).toEqual([1, 1]);
    await rate(eve, 4);
    await change(ada, own);
    expect(await summary()).toEqual([4, 1]);
  });

  test("is that of a co-author too, for as long as they are one", async () => {
    await publish();
    await rate(bob, 5);
    await rate(eve, 2);
    expect(await summary()).toEqual([3.5, 2]);
    expect((await coAuthor("POST", bob)).statusCode).toBe(201);
    expect([await marks(), await summary()]).toEqual([
      [
        [2, false],
        [5, true],
      ],
      [2, 2],
    ]);
    expect((await coAuthor("DELETE", bob)).statusCode).toBe(204);
    expect([await marks(), await summary()]).toEqual([
      [
        [2, false],
        [5, false],
      ],
      [3.5, 2],
    ]);
  });

  test("moves with the item to its next owner", async () => {
    await publish();
    await rate(ada, 5);
    await rate(bob, 1);
    await rate(eve, 2);
    const path = `/agents/${id}/transfer-ownership` as const;
    await send(`POST ${path}`, { token: ada.token, body: { user_id: bob.user.id } });
    expect((await send(`POST ${path}/accept`, { token: bob.token })).statusCode).toBe(200);
    expect([await marks(), await summary()]).toEqual([
      [
        [2, false],
        [1, true],
        [5, false],
      ],
      [3.5, 3],
    ]);
  });

  test("goes with its author's account, and leaves the others", async () => {
    const leaving = await people.join();
    ({ id } = await publishItem(server, "agents", leaving));
    await send(`POST /agents/${id}/co-authors`, { token: leaving.token, body: { user_id: bob.user.id } });
    await rate(leaving, 1);
    await rate(bob, 5);
    await rate(eve, 2);
    expect(await summary()).toEqual([2, 3]);
    await runSql(server.platform.relational, "DELETE FROM user_account WHERE id = $1", [leaving.user.id]);
    expect([await marks(), await summary()]).toEqual([
      [
        [2, false],
        [5, true],
      ],
      [2, 2],
    ]);
  });

  test("that is anonymous is left out but not marked, except to whoever gave it", async () => {
    await publish();
    expect(await rate(ada, 5, { anonymous: true })).toMatchObject({ is_own: false, user_id: null });
    await rate(bob, 2, { anonymous: true });
    expect(await summary()).toEqual([2, 2]);
    for (const by of [ada, bob, eve, people.admin]) {
      expect(await marks(by)).toEqual([
        [2, false],
        [5, false],
      ]);
    }
    expect(await read(`/feedback/mine/agent/${id}`, ada)).toMatchObject({ rating: 5, is_own: true });
    const [latest] = await read<Shown[]>("/feedback/me", ada);
    expect(latest).toMatchObject({ listing_id: id, is_own: true });
  });
});
