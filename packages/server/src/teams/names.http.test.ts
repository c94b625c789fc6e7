import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { submissionOf } from "../../test/items.js";
import { createSend, invitePeople, PASSWORD, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("names of users and teams ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
    bob = await people.join();
  });
  afterAll(() => server.close());

  const newHandle = (): string => `t-${randomUUID().slice(0, 8)}`;
  const create = (body: object, { token } = ada): ReturnType<Send> => send("POST /teams", { token, body });
  const make = async (): Promise<{ id: string; handle: string }> =>
    (await create({ name: "Team", handle: newHandle() })).json();
  /** A prompt of a person, or of one of their teams, that is deleted again: the name was used all the same. */
  const publishAs = async ({ token }: Person, team_id?: string): Promise<void> => {
    const submitted = await send("POST /prompts", { token, body: submissionOf("prompts", team_id ? { team_id } : {}) });
    expect(submitted.statusCode).toBe(201);
    await send(`DELETE /prompts/${submitted.json().id}`, { token });
  };

  test("are one name space, both ways", async () => {
    expect(verdict(await create({ name: "Team", handle: ada.user.username }))).toEqual([409, "name_taken"]);
    const { handle } = await make();
    expect(verdict(await create({ name: "Team", handle }, bob))).toEqual([409, "name_taken"]);
    const rename = { token: bob.token, body: { username: handle } };
    expect(verdict(await send("PUT /auth/profile/username", rename))).toEqual([409, "name_taken"]);
    const account = { email: `${randomUUID()}@example.com`, name: "New", password: PASSWORD };
    const { token } = people.admin;
    const chosen = { token, body: { ...account, username: handle } };
    expect(verdict(await send("POST /admin/users", chosen))).toEqual([409, "name_taken"]);
    const suggested = { token, body: { ...account, email: `${handle}@example.com` } };
    const { username } = (await send("POST /admin/users", suggested)).json();
    expect(username).toMatch(new RegExp(`^${handle}-[0-9a-f]{4}$`));
    expect(verdict(await send("POST /admin/users", { token, body: suggested.body }))).toEqual([409, "conflict"]);
  });

  test("are given to one of those who want them at the same moment", async () => {
    const name = newHandle();
    const answers = await Promise.all([
      create({ name: "Team", handle: name }),
      create({ name: "Team", handle: name }, bob),
      send("PUT /auth/profile/username", { token: (await people.join()).token, body: { username: name } }),
      send("POST /admin/users", {
        token: people.admin.token,
        body: { email: `${randomUUID()}@example.com`, name: "New", username: name, password: PASSWORD },
      }),
    ]);
    const verdicts = answers.map(verdict);
    expect(verdicts.filter(([status]) => status < 300)).toHaveLength(1);
    expect(verdicts.filter(([, code]) => code === "name_taken")).toHaveLength(3);
  });

  test("are free again if nothing was published under them, and are else never given again", async () => {
    const { token } = await people.join("super_admin");
    const boss = { token };
    const free = await make();
    expect((await send(`DELETE /teams/${free.id}`, { token: ada.token })).statusCode).toBe(204);
    expect((await create({ name: "Team", handle: free.handle })).statusCode).toBe(201);

    const used = await make();
    const kept = await send("POST /prompts", { token: ada.token, body: submissionOf("prompts", { team_id: used.id }) });
    expect(verdict(await send(`DELETE /teams/${used.id}`, { token: ada.token }))).toEqual([409, "conflict"]);
    await send(`DELETE /prompts/${kept.json().id}`, { token: ada.token });
    await publishAs(ada, used.id);
    expect((await send(`DELETE /teams/${used.id}`, { token: ada.token })).statusCode).toBe(204);
    expect(verdict(await create({ name: "Team", handle: used.handle }))).toEqual([409, "name_taken"]);

    const [reader, author] = [await people.join(), await people.join()];
    await publishAs(author);
    for (const { user } of [reader, author]) await send(`DELETE /admin/users/${user.id}`, boss);
    expect((await create({ name: "Team", handle: reader.user.username })).statusCode).toBe(201);
    expect(verdict(await create({ name: "Team", handle: author.user.username }))).toEqual([409, "name_taken"]);
  });

  test("are free again when they are changed, and cannot be changed once something is published under them", async () => {
    const person = await people.join();
    const rename = (username: string): ReturnType<Send> =>
      send("PUT /auth/profile/username", { token: person.token, body: { username } });
    const name = newHandle();
    expect((await rename(name)).json().username).toBe(name);
    expect((await rename(name)).statusCode).toBe(200);
    expect((await create({ name: "Team", handle: person.user.username })).statusCode).toBe(201);
    expect(verdict(await rename(person.user.username))).toEqual([409, "name_taken"]);
    await publishAs(person);
    const refused = await rename(newHandle());
    expect(verdict(refused)).toEqual([409, "conflict"]);
    expect(refused.json().detail).toContain(`items are published under ${name}`);
    expect((await rename(name)).statusCode).toBe(200);
  });

  test("are not lost to two people who want each other's", async () => {
    const [carol, dan] = [await people.join(), await people.join()];
    const rename = ({ token }: Person, { user: { username } }: Person): ReturnType<Send> =>
      send("PUT /auth/profile/username", { token, body: { username } });
    const answers = await Promise.all([rename(carol, dan), rename(dan, carol)]);
    expect(answers.map(verdict)).toEqual([
      [409, "name_taken"],
      [409, "name_taken"],
    ]);
  });
});
