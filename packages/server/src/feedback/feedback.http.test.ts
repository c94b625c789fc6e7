import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { publishItem } from "../../test/registry.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(largestSize)("feedback ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  let eve: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const rate = (by: Person, listing_id: string, more: object = {}): Promise<LightMyRequestResponse> =>
    send("POST /feedback", {
      token: by.token,
      body: { listing_id, listing_type: "prompt", rating: 4, ...more },
    });
  const read = (by: Person, path: string): Promise<LightMyRequestResponse> =>
    send(`GET /feedback/${path}`, { token: by.token });
  const summary = async (id: string): Promise<unknown> => (await read(ada, `summary/${id}`)).json();
  const hide = async (id: string): Promise<void> => {
    await runSql(server.platform.relational, "UPDATE item SET visibility = 'owner' WHERE id = $1", [id]);
  };

  test("is given once per person and item", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const given = await rate(bob, id, { comment: "Good" });
    expect([given.statusCode, given.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        listing_id: id,
        listing_type: "prompt",
        user_id: bob.user.id,
        rating: 4,
        comment: "Good",
        anonymous: false,
        is_own: false,
        created_at: expect.stringMatching(MOMENT),
        updated_at: expect.stringMatching(MOMENT),
      },
    ]);
    expect(
      (await send(`GET ${given.headers["location"]?.replace("/api/v1", "")}` as never, { token: bob.token })).json(),
    ).toEqual(given.json());
    expect((await read(eve, `prompt/${id}`)).json()).toEqual([{ ...given.json(), user_name: bob.user.username }]);
    const again = await rate(bob, id, { rating: 1 });
    expect(verdict(again)).toEqual([409, "conflict"]);
    expect(again.json().detail).toContain(given.json().id);
    expect((await rate(eve, id)).statusCode).toBe(201);
    expect(await summary(id)).toEqual({ listing_id: id, average_rating: 4, total_reviews: 2 });
  });

  test.each([
    ["its kind and id", "prompt", ({ id }: { id: string }) => id],
    ["the plural and its name", "prompts", ({ name }: { name: string }) => name],
    ["its qualified name", "prompt", ({ qualified_name }: { qualified_name: string }) => qualified_name],
  ])("names the item by %s", async (_how, listing_type, called) => {
    const item = await publishItem(server, "prompts", ada);
    const given = await rate(bob, called(item), { listing_type });
    expect([given.statusCode, given.json()]).toMatchObject([201, { listing_id: item.id, listing_type: "prompt" }]);
    const path = `${listing_type}/${encodeURIComponent(called(item))}`;
    expect((await read(eve, path)).json()).toEqual([{ ...given.json(), user_name: bob.user.username }]);
    expect((await read(bob, `mine/${path}`)).json()).toEqual(given.json());
  });

  test.each<[string, object, string]>([
    ["no rating", { rating: undefined }, "body.rating"],
    ["a rating of 0", { rating: 0 }, "body.rating"],
    ["a rating of 6", { rating: 6 }, "body.rating"],
    ["a rating between two", { rating: 2.5 }, "body.rating"],
    ["a type that there is not", { listing_type: "recipe" }, "body.listing_type"],
    ["too long a comment", { comment: "x".repeat(5001) }, "body.comment"],
    ["a secret", { comment: `use ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}` }, "body.comment"],
    ["text that nobody sees", { comment: "fine\u202Etxet" }, "body.comment"],
  ])("is refused with %s", async (_what, more, path) => {
    const { id } = await publishItem(server, "prompts", ada);
    const refused = await rate(bob, id, more);
    expect(verdict(refused)).toEqual([422, "validation_failed"]);
    expect(refused.json().errors).toEqual([{ path, message: expect.any(String) }]);
    expect(await summary(id)).toMatchObject({ total_reviews: 0 });
  });

  test("on what one does not see is refused as if there were nothing", async () => {
    const hidden = await publishItem(server, "prompts", ada, { visibility: "owner" });
    const absent = randomUUID();
    for (const ask of [
      (id: string) => rate(bob, id),
      (id: string) => read(bob, `prompts/${id}`),
      (id: string) => read(bob, `mine/prompts/${id}`),
      (id: string) => read(bob, `summary/${id}`),
    ]) {
      const [refused, unknown] = [await ask(hidden.id), await ask(absent)];
      expect(verdict(refused)).toEqual([404, "not_found"]);
      expect(refused.json().detail.replace(hidden.id, absent)).toBe(unknown.json().detail);
    }
    expect(verdict(await rate(bob, (await publishItem(server, "mcps", ada)).id))).toEqual([404, "not_found"]);
    expect(verdict(await read(bob, `recipes/${hidden.id}`))).toEqual([422, "validation_failed"]);
  });

  test("is listed newest first, in pages, with the number of all", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    for (const [person, rating] of [
      [ada, 1],
      [bob, 2],
      [eve, 3],
    ] as const)
      await rate(person, id, { rating });
    const first = await read(ada, `prompts/${id}?limit=2`);
    expect(first.json().map(({ rating }: { rating: number }) => rating)).toEqual([3, 2]);
    expect(first.headers["x-total-count"]).toBe("3");
    expect(first.headers["link"]).toContain('rel="next"');
    const second = await read(ada, `prompts/${id}?limit=2&offset=2`);
    expect(second.json().map(({ rating }: { rating: number }) => rating)).toEqual([1]);
  });

  test("that is anonymous names nobody to others, admins and its author in the list too", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const given = await rate(bob, id, { anonymous: true });
    expect(given.json()).toMatchObject({ anonymous: true, user_id: null });
    for (const person of [ada, bob, eve, people.admin]) {
      expect((await read(person, `prompt/${id}`)).json()).toMatchObject([
        { id: given.json().id, user_id: null, user_name: null },
      ]);
    }
    expect((await read(bob, `mine/prompt/${id}`)).json()).toMatchObject({ anonymous: true, user_id: bob.user.id });
    expect((await read(bob, "me?limit=1")).json()).toMatchObject([{ listing_id: id, user_id: bob.user.id }]);
  });

  test("is summed up with two decimals, as it changes", async () => {
    const { id } = await publishItem(server, "agents", eve);
    const shown = async (): Promise<unknown[]> => [
      await summary(id),
      (await send(`GET /agents/${id}`, { token: ada.token })).json().average_rating,
    ];
    const average = (average_rating: number, total_reviews: number): unknown => ({
      listing_id: id,
      average_rating,
      total_reviews,
    });
    expect(await shown()).toEqual([average(0, 0), null]);
    const of = { listing_type: "agent" };
    const leaving = await people.join();
    const given = (await rate(ada, id, { ...of, rating: 5 })).json();
    await rate(bob, id, { ...of, rating: 5 });
    await rate(leaving, id, { ...of, rating: 1 });
    expect(await shown()).toEqual([average(3.67, 3), 3.67]);
    await send(`PUT /feedback/${given.id}`, { token: ada.token, body: { rating: 4 } });
    expect(await shown()).toEqual([average(3.33, 3), 3.33]);
    await runSql(server.platform.relational, "DELETE FROM user_account WHERE id = $1", [leaving.user.id]);
    expect(await shown()).toEqual([average(4.5, 2), 4.5]);
    await send(`DELETE /feedback/${given.id}`, { token: ada.token });
    expect(await shown()).toEqual([average(5, 1), 5]);
    expect((await send(`GET /agents?limit=200`, { token: eve.token })).json()).toContainEqual(
      expect.objectContaining({ id, average_rating: 5 }),
    );
  });

  test("can be changed by whoever gave it, in parts", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const given = (await rate(bob, id, { comment: "Good" })).json();
    const change = (by: Person, body: object, of: string = given.id): Promise<LightMyRequestResponse> =>
      send(`PUT /feedback/${of}`, { token: by.token, body });
    const changed = await change(bob, { rating: 2 });
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { ...given, rating: 2, updated_at: expect.stringMatching(MOMENT) },
    ]);
    expect(changed.json().updated_at > given.updated_at).toBe(true);
    expect((await change(bob, { comment: null, anonymous: true })).json()).toMatchObject({
      rating: 2,
      comment: null,
      anonymous: true,
      user_id: null,
    });
    expect(verdict(await change(bob, { rating: 9 }))).toEqual([422, "validation_failed"]);
    expect(verdict(await change(bob, { comment: "a\u2066b" }))).toEqual([422, "validation_failed"]);
    for (const other of [ada, people.admin])
      expect(verdict(await change(other, { rating: 5 }))).toEqual([403, "forbidden"]);
    expect(verdict(await change(bob, { rating: 5 }, randomUUID()))).toEqual([404, "not_found"]);
    expect((await read(bob, `mine/prompt/${id}`)).json()).toMatchObject({ rating: 2 });
  });

  test("can be taken back by whoever gave it, and given again", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const given = (await rate(bob, id)).json();
    const takeBack = (by: Person): Promise<LightMyRequestResponse> =>
      send(`DELETE /feedback/${given.id}`, { token: by.token });
    for (const other of [ada, people.admin]) expect(verdict(await takeBack(other))).toEqual([403, "forbidden"]);
    expect((await takeBack(bob)).statusCode).toBe(204);
    expect(verdict(await takeBack(bob))).toEqual([404, "not_found"]);
    expect(verdict(await read(bob, `mine/prompt/${id}`))).toEqual([404, "not_found"]);
    expect((await rate(bob, id)).statusCode).toBe(201);
  });

  test("stays its author's when the item is hidden from them", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const given = (await rate(bob, id)).json();
    await hide(id);
    expect(verdict(await read(bob, `prompt/${id}`))).toEqual([404, "not_found"]);
    expect((await read(bob, `mine/prompt/${id}`)).json()).toEqual(given);
    expect((await read(bob, "me?limit=1")).json()).toEqual([given]);
    expect((await send(`PUT /feedback/${given.id}`, { token: bob.token, body: { rating: 1 } })).statusCode).toBe(200);
    expect((await send(`DELETE /feedback/${given.id}`, { token: bob.token })).statusCode).toBe(204);
  });

  test("of one's own is listed newest first, and nobody else's", async () => {
    const someone = await people.join();
    expect((await read(someone, "me")).json()).toEqual([]);
    const items = [await publishItem(server, "prompts", ada), await publishItem(server, "prompts", ada)];
    for (const { id } of items) await rate(someone, id);
    await rate(bob, String(items[0]?.id));
    const mine = await read(someone, "me");
    expect(mine.json().map(({ listing_id }: { listing_id: string }) => listing_id)).toEqual(
      items.map(({ id }) => id).toReversed(),
    );
    expect(mine.headers["x-total-count"]).toBe("2");
  });

  test("of two requests at once is given once", async () => {
    const { id } = await publishItem(server, "prompts", ada);
    const answers = await Promise.all([rate(bob, id), rate(bob, id), rate(bob, id)]);
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["201", "409", "409"]);
    expect(await summary(id)).toMatchObject({ total_reviews: 1 });
  });
});
