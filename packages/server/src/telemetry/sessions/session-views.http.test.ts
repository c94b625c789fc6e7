import type { SessionView } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("saved views of sessions ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const save = (name: string, params: object, { token } = ada) =>
    send(`PUT /me/session-views/${encodeURIComponent(name)}`, { token, body: { params } });
  const views = async ({ token } = ada) => (await send("GET /me/session-views", { token })).json<SessionView[]>();

  test("are kept by name, in the order in which they were saved", async () => {
    expect((await save("Failing, in Zürich/Bern", { has_errors: "true" })).statusCode).toBe(200);
    await save("Expensive", { sort: "cost" });
    const replaced = await save("Failing, in Zürich/Bern", { has_errors: "true", harness: "codex" });
    expect(replaced.json()).toMatchObject({ params: { has_errors: "true", harness: "codex" } });
    expect((await views()).map(({ name, params }) => [name, params])).toEqual([
      ["Failing, in Zürich/Bern", { has_errors: "true", harness: "codex" }],
      ["Expensive", { sort: "cost" }],
    ]);
  });

  test("are their user's alone, even before an admin", async () => {
    await save("Mine", {});
    expect(await views(people.admin)).toEqual([]);
    const theirs = await send("DELETE /me/session-views/Mine", { token: people.admin.token });
    expect(verdict(theirs)).toEqual([404, "not_found"]);
    expect((await send("DELETE /me/session-views/Mine", { token: ada.token })).statusCode).toBe(204);
    expect((await views()).map(({ name }) => name)).not.toContain("Mine");
  });

  test.each([
    ["a name that is too long", "x".repeat(41), {}],
    ["a name that hides something", "a\u202Eb", {}],
    ["a filter that cannot be in an address", "Mine", { "Not a filter": "x" }],
    ["a filter that is no text", "Mine", { limit: { at: 1 } }],
    [
      "too many filters",
      "Mine",
      Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`f_${"x".repeat(at)}`, ""])),
    ],
  ])("are refused with %s", async (_, name, params) => {
    expect(verdict(await save(name, params))).toEqual([422, "validation_failed"]);
  });

  test("are at most fifty, also when they are saved at the same moment", async () => {
    const bob = await people.join();
    const answers = await Promise.all(Array.from({ length: 55 }, (_, at) => save(`view ${at}`, {}, bob)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
    expect(await views(bob)).toHaveLength(50);
    expect((await save((await views(bob))[0]?.name ?? "", { sort: "cost" }, bob)).statusCode).toBe(200);
  });
});
