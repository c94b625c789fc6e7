import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, submissionOf, type Shelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("reviewing ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  let reviewer: Person;
  let shelf: Shelf;
  const reviewers: Person[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob, reviewer] = [await people.join(), await people.join(), await people.join("reviewer")];
    reviewers.push(reviewer);
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const idsOf = async (query = "", by = reviewer): Promise<string[]> =>
    (await send(`GET /review?limit=200${query}`, { token: by.token })).json().map(({ id }: Shown) => id);
  const decide = (verb: "approve" | "reject", id: string, by = reviewer): ReturnType<Send> =>
    send(`POST /review/${id}/${verb}`, { token: by.token });

  test("is for reviewers and above", async () => {
    const item = await shelf.submit("prompts", ada);
    const version = { action: "approve" };
    for (const by of [ada, bob]) {
      expect(verdict(await send("GET /review", { token: by.token }))).toEqual([403, "forbidden"]);
      expect(verdict(await send(`GET /review/${item.id}`, { token: by.token }))).toEqual([403, "forbidden"]);
      for (const verb of ["approve", "reject"] as const) {
        expect(verdict(await decide(verb, item.id, by))).toEqual([403, "forbidden"]);
      }
      const path = `POST /prompts/${item.id}/versions/1.0.0/review` as const;
      expect(verdict(await send(path, { token: by.token, body: version }))).toEqual([403, "forbidden"]);
    }
    expect((await decide("approve", item.id)).statusCode).toBe(200);
  });

  test("of a private item is for reviewers of its team, or its co-authors, and for admins", async () => {
    const name = `Team ${randomUUID().slice(0, 6)}`;
    const team = (await send("POST /teams", { token: ada.token, body: { name, visibility: "private" } })).json();
    const insider = await people.join("reviewer");
    reviewers.push(insider);
    await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: insider.user.id } });
    const [ofTeam, personal] = [
      await shelf.submit("prompts", ada, { team_id: team.id, visibility: "team" }),
      await shelf.submit("prompts", ada, { visibility: "owner" }),
    ];
    expect(await idsOf(`&team_id=${team.id}`, insider)).toEqual([ofTeam.id]);
    expect(await idsOf(`&team_id=${team.id}`)).toEqual([]);
    expect(await idsOf(`&team_id=${team.id}`, people.admin)).toEqual([ofTeam.id]);
    for (const id of [ofTeam.id, personal.id]) {
      expect(verdict(await decide("approve", id))).toEqual([404, "not_found"]);
      expect(verdict(await send(`GET /review/${id}`, { token: reviewer.token }))).toEqual([404, "not_found"]);
    }
    expect(verdict(await decide("approve", personal.id, insider))).toEqual([404, "not_found"]);
    expect((await decide("approve", ofTeam.id, insider)).statusCode).toBe(200);
    const coAuthor = { token: ada.token, body: { user_id: insider.user.id } };
    await send(`POST /prompts/${personal.id}/co-authors`, coAuthor);
    expect((await decide("approve", personal.id, insider)).statusCode).toBe(200);
  });

  test("of one's own work in a copy that a co-author made takes a second reviewer too", async () => {
    const setting = "/admin/settings/review.require_second_reviewer";
    await send(`PUT ${setting}`, { token: people.admin.token, body: { value: true } });
    const item = await shelf.submit("prompts", reviewer);
    const coAuthor = { token: reviewer.token, body: { user_id: ada.user.id } };
    await send(`POST /prompts/${item.id}/co-authors`, coAuthor);
    const copy = async (version: string): Promise<number> =>
      (await send(`POST /prompts/${item.id}/versions`, { token: ada.token, body: { version, description: "Copied" } }))
        .statusCode;
    expect(await copy("1.0.1")).toBe(201);
    expect(verdict(await decide("approve", item.id))).toEqual([403, "forbidden"]);
    // Of a copy of the copy too, as long as nobody else has approved what it was made of.
    expect(await copy("1.0.2")).toBe(201);
    expect(verdict(await decide("approve", item.id))).toEqual([403, "forbidden"]);
    expect((await decide("approve", item.id, people.admin)).statusCode).toBe(200);
    expect(await copy("1.0.3")).toBe(201);
    expect((await decide("approve", item.id)).statusCode).toBe(200);
    expect((await send(`GET /prompts/${item.id}/versions/1.0.2`, { token: ada.token })).json()).toMatchObject({
      released_by: ada.user.id,
    });
    await send(`DELETE ${setting}`, { token: people.admin.token });
  });

  test("of one's own work is allowed, unless a second reviewer is required and there is one", async () => {
    const own = await shelf.submit("prompts", reviewer);
    expect((await decide("approve", own.id)).statusCode).toBe(200);
    const setting = "/admin/settings/review.require_second_reviewer";
    await send(`PUT ${setting}`, { token: people.admin.token, body: { value: true } });
    const item = await shelf.submit("prompts", reviewer);
    for (const verb of ["approve", "reject"] as const) {
      expect(verdict(await decide(verb, item.id))).toEqual([403, "forbidden"]);
    }
    const review = { token: reviewer.token, body: { action: "approve" } };
    expect(verdict(await send(`POST /prompts/${item.id}/versions/1.0.0/review`, review))).toEqual([403, "forbidden"]);
    const ofAdmin = await send("POST /prompts", { token: people.admin.token, body: submissionOf("prompts") });
    expect(verdict(await decide("approve", ofAdmin.json().id, people.admin))).toEqual([403, "forbidden"]);
    expect((await decide("approve", ofAdmin.json().id)).statusCode).toBe(200);
    expect((await decide("approve", item.id, people.admin)).statusCode).toBe(200);

    // Alone, one may: nobody else could.
    const alone = await send("POST /prompts", { token: people.admin.token, body: submissionOf("prompts") });
    for (const { user } of reviewers) {
      const off = { token: people.admin.token, body: { active: false } };
      expect((await send(`PUT /admin/users/${user.id}/active`, off)).statusCode).toBe(200);
    }
    expect((await decide("approve", alone.json().id, people.admin)).statusCode).toBe(200);
    await send(`DELETE ${setting}`, { token: people.admin.token });
  });
});
