import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { publishItem } from "../../../test/registry.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize, type RunningStores } from "../../../test/sizes.js";
import { initialisedDirectory, temporaryDirectory } from "../../../test/temporary.js";

describe.each(largestSize)("a search in a list ($size)", (on) => {
  let stores: RunningStores;
  let [here, there]: TestServer[] = [];
  let people: Awaited<ReturnType<typeof invitePeople>>;
  let [ada, bob]: Person[] = [];
  beforeAll(async () => {
    stores = await on.start();
    const shared = { ...stores.env, DATA_DIR: initialisedDirectory() };
    const env = { ...shared, JWT_KEY_DIR: temporaryDirectory(), SECRET_KEY: "the same on both" };
    here = await startTestServer({ env });
    // Embedded stores serve one process; others have a second, which hears of nothing but what is stored.
    there = on.size === "embedded" ? here : await startTestServer({ env });
    people = await invitePeople(here);
    [ada, bob] = [await people.join(), await people.join()];
  });
  afterAll(async () => {
    await here?.close();
    if (there !== here) await there?.close();
    await stores.stop();
  });

  const send: Send = (...request) => createSend(here as TestServer)(...request);
  /** By words alone: these are names of animals that the search has no vectors for. */
  async function found(text: string, by = bob, more = ""): Promise<{ ids: string[]; total: number }> {
    const answer = await createSend(there as TestServer)(`GET /mcps?search=${text}${more}`, { token: by?.token });
    const ids = answer.json<{ id: string }[]>().map(({ id }) => id);
    return { ids, total: Number(answer.headers["x-total-count"]) };
  }
  const NOTHING = { ids: [], total: 0 };

  test("sees every change that was answered before it", async () => {
    const { id, name } = await publishItem(here as TestServer, "mcps", ada as Person, { description: "Feeds quokkas" });
    const only = { ids: [id], total: 1 };
    expect(await found("quokka")).toEqual(only);

    await send(`PATCH /mcps/${id}/archive`, { token: ada?.token });
    expect(await found("quokka")).toEqual(NOTHING);
    await send(`PATCH /mcps/${id}/unarchive`, { token: ada?.token });
    expect(await found("quokka")).toEqual(only);

    const renamed = await send(`PATCH /mcps/${id}`, { token: ada?.token, body: { name: "wombat-server" } });
    expect(renamed.statusCode).toBe(200);
    expect(await found("wombat")).toEqual(only);
    expect(await found(name)).toEqual(NOTHING);

    await send(`DELETE /mcps/${id}`, { token: people.admin.token });
    expect(await found("wombat")).toEqual(NOTHING);
  });

  test("shows what is private to those who may see it, and counts it for no other", async () => {
    const { id } = await publishItem(here as TestServer, "mcps", ada as Person, { description: "Tickles axolotls" });
    const hidden = await send(`PATCH /registry/mcp/${id}/visibility`, {
      token: ada?.token,
      body: { visibility: "owner" },
    });
    expect(hidden.statusCode).toBe(200);
    expect(await found("axolotl")).toEqual(NOTHING);
    for (const by of [ada, people.admin]) expect(await found("axolotl", by)).toEqual({ ids: [id], total: 1 });
    expect(await found("axolotl", ada, "&public_only=true")).toEqual(NOTHING);

    await send(`POST /mcps/${id}/co-authors`, { token: ada?.token, body: { user_id: bob?.user.id } });
    expect(await found("axolotl")).toEqual({ ids: [id], total: 1 });
  });

  test("finds all of many that were made at once", async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        publishItem(here as TestServer, "mcps", ada as Person, { description: "Counts numbats" }),
      ),
    );
    const { ids, total } = await found("numbat");
    expect(total).toBe(8);
    expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)));
  });

  test("finds an MCP server by the tools that its submission names, also those that a client found", async () => {
    const given = await publishItem(here as TestServer, "mcps", ada as Person, {
      tools: [{ name: "count_pangolins", description: null }],
    });
    const analysed = await publishItem(here as TestServer, "mcps", ada as Person, {
      client_analysis: { tools: [{ name: "weigh", docstring: "Weighs a tapir" }, "groom_okapi", { nameless: true }] },
    });
    expect(await found("pangolin")).toEqual({ ids: [given.id], total: 1 });
    for (const word of ["tapir", "okapi"]) expect(await found(word)).toEqual({ ids: [analysed.id], total: 1 });
    expect((await send(`GET /mcps/${analysed.id}`, { token: bob?.token })).json().tools).toEqual([
      { name: "weigh", description: "Weighs a tapir" },
      { name: "groom_okapi", description: "" },
    ]);
  });

  test("a submission that replaces one of the same name says so", async () => {
    const submit = (more: object) =>
      send("POST /mcps", {
        token: ada?.token,
        body: { name: "Twice", version: "1.0.0", description: "d", category: "general", command: "npx", ...more },
      });
    expect((await submit({})).json()).not.toHaveProperty("warnings");
    const again = await submit({ version: "1.1.0" });
    expect([again.statusCode, again.json().warnings]).toEqual([
      200,
      [expect.stringMatching(/replaces .*twice 1\.0\.0/)],
    ]);
  });

  test("a submission replaces the version of its number, where several wait", async () => {
    const submit = (more: object) =>
      send("POST /mcps", {
        token: ada?.token,
        body: { name: "Several", version: "1.0.0", description: "d", category: "general", command: "npx", ...more },
      });
    const { id } = (await submit({})).json();
    const further = { version: "2.0.0", description: "Further" };
    expect((await send(`POST /mcps/${id}/versions`, { token: ada?.token, body: further })).statusCode).toBe(201);
    const again = await submit({ description: "Again" });
    expect([again.statusCode, again.json().warnings]).toEqual([
      200,
      [expect.stringMatching(/replaces .*several 1\.0\.0/)],
    ]);
    const { items } = (await send(`GET /mcps/${id}/versions`, { token: ada?.token })).json();
    expect(items).toMatchObject([
      { version: "2.0.0", description: "Further", status: "pending" },
      { version: "1.0.0", description: "Again", status: "pending" },
    ]);
  });
});
