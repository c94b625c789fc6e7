import { randomUUID } from "node:crypto";
import type { ArdManifest } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifestProblems } from "../../test/ard/ard-schema.js";
import { identifierOf, stageDiscovery, type DiscoveryStage } from "../../test/discovery.js";
import { submissionOf, type Shown } from "../../test/items.js";
import type { Person } from "../../test/people.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("what becomes of entries ($size)", (on) => {
  let stage: DiscoveryStage;
  let server: DiscoveryStage["server"];
  let send: DiscoveryStage["send"];
  let ard: DiscoveryStage["ard"];
  let people: DiscoveryStage["people"];
  let ada: DiscoveryStage["ada"];
  let shelf: DiscoveryStage["shelf"];
  let set: DiscoveryStage["set"];
  let entryOf: DiscoveryStage["entryOf"];
  beforeAll(async () => {
    stage = await stageDiscovery({ on });
    ({ server, send, ard, people, ada, shelf, set, entryOf } = stage);
  });
  afterAll(() => stage.server.close());

  test("an agent names only those components that everyone sees who sees the agent", async () => {
    const [open, hidden] = [await shelf.publish("skills", ada), await shelf.publish("mcps", ada)];
    const components = [
      { component_type: "skill", component_id: open.id },
      { component_type: "mcp", component_id: hidden.id },
    ];
    const agent = await shelf.publish("agents", ada, { components });
    expect((await entryOf("agent", agent)).capabilities).toEqual([`skill:${open.slug}`, `mcp:${hidden.slug}`]);
    expect((await ard.search(hidden.slug, ada.token)).map(({ displayName }) => displayName)).toContain(agent.name);
    const line = `PATCH /registry/mcp/${hidden.id}/visibility` as const;
    expect((await send(line, { token: ada.token, body: { visibility: "owner" } })).statusCode).toBe(200);
    expect((await entryOf("agent", agent)).capabilities).toEqual([`skill:${open.slug}`]);
    const outsider = await people.join();
    const found = await ard.search(hidden.slug, outsider.token);
    expect(found.filter(({ matchedOn }) => matchedOn?.length).map(({ displayName }) => displayName)).not.toContain(
      agent.name,
    );
  });

  test("ratings make an item recommended, and unmake it", async () => {
    const item = await shelf.publish("skills", ada);
    const rate = async (rating: number, by?: typeof ada) => {
      const someone = by ?? (await people.join());
      const body = { listing_type: "skill", listing_id: item.id, rating };
      expect((await send("POST /feedback", { token: someone.token, body })).statusCode).toBe(201);
      return (await ard.search(item.name, ada.token))[0];
    };
    const early = [await rate(5, ada), await rate(4), await rate(4)];
    expect(early.map((found) => found?.["obs:recommended"])).toEqual([false, false, false]);
    expect(await rate(4)).toMatchObject({ displayName: item.name, "obs:recommended": true });
    expect((await rate(3))?.["obs:recommended"]).toBe(false);
  });

  test("archived items are told by identifier, and found by who asks for them", async () => {
    const item = await shelf.publish("prompts", ada);
    await send(`PATCH /prompts/${item.id}/archive`, { token: ada.token });
    expect(await entryOf("prompt", item)).toMatchObject({
      "obs:lifecycle": "archived",
      "obs:availability": "archived",
    });
    const unasked = await ard.search(item.name, ada.token);
    expect(unasked.map(({ displayName }) => displayName)).not.toContain(item.name);
    const asked = await ard.search(item.name, ada.token, { "obs:lifecycle": "archived" });
    expect(asked.map(({ displayName, score }) => [displayName, score])).toEqual([[item.name, 100]]);
    expect(await ard.list(ada.token, `displayName = ${item.name}`)).toEqual([]);
    await send(`PATCH /prompts/${item.id}/unarchive`, { token: ada.token });
    expect(await ard.list(ada.token, `displayName = ${item.name}`)).toHaveLength(1);
  });

  test("the very next search finds what was approved, and no longer what was hidden, renamed or deleted", async () => {
    const outsider = await people.join();
    const finds = async (text: string) => (await ard.search(text, outsider.token)).some(({ score }) => score === 100);
    const item = await shelf.submit("prompts", ada);
    expect(await finds(item.name)).toBe(false);
    await shelf.approve(item.id);
    expect(await finds(item.name)).toBe(true);
    const visibility = (value: string) =>
      send(`PATCH /registry/prompt/${item.id}/visibility`, { token: ada.token, body: { visibility: value } });
    await visibility("owner");
    expect([await finds(item.name), await ard.entry(identifierOf("prompt", item), outsider.token)]).toEqual([
      false,
      undefined,
    ]);
    await visibility("public");
    // More people see it than have looked at it, so it is looked at again.
    expect(await finds(item.name)).toBe(false);
    await shelf.approve(item.id);
    const renamed = `renamed-${randomUUID().slice(0, 8)}`;
    await send(`PATCH /prompts/${item.id}`, { token: ada.token, body: { name: renamed } });
    expect([await finds(item.name), await finds(renamed)]).toEqual([false, true]);
    await send(`DELETE /prompts/${item.id}`, { token: people.admin.token });
    expect([await finds(renamed), await ard.entry(identifierOf("prompt", item), ada.token)]).toEqual([
      false,
      undefined,
    ]);
  });

  test("the manifest has the registry alone, or with everything that is public, and nothing else", async () => {
    const [open, own, waiting] = [
      await shelf.publish("skills", ada),
      await shelf.publish("skills", ada, { visibility: "owner" }),
      await shelf.submit("skills", ada),
    ];
    const read = async () => {
      const answers = await Promise.all(
        ["/.well-known/ard.json", "/.well-known/ai-catalog.json"].map((url) =>
          server.app.inject({ url, headers: { authorization: `Bearer ${ada.token}` } }),
        ),
      );
      expect(answers[0]?.body).toBe(answers[1]?.body);
      expect(answers[0]?.headers["cache-control"]).toBe("public, max-age=300");
      return answers[0]?.json<ArdManifest>() as ArdManifest;
    };
    const closed = await read();
    expect(manifestProblems(closed)).toEqual([]);
    expect(Object.keys(closed)).toEqual(["specVersion", "host", "entries"]);
    expect(closed.entries.map(({ identifier }) => identifier)).toEqual(["urn:air:tackroom.local:registry:tackroom"]);
    expect(closed.entries[0]).toMatchObject({
      type: "application/ai-registry+json",
      url: "http://localhost:8000/api/v1/ard",
    });

    await set("deployment.public_registry_enabled", true);
    const all = await read();
    expect(manifestProblems(all)).toEqual([]);
    const names = all.entries.slice(1).map(({ displayName }) => displayName);
    expect(names).toContain(open.name);
    expect(names).not.toContain(own.name);
    expect(names).not.toContain(waiting.name);
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    await shelf.approve(waiting.id);
    expect((await read()).entries.map(({ displayName }) => displayName)).toContain(waiting.name);
    await set("deployment.public_registry_enabled", false);
  });

  test("the first real domain of the server is the publisher's from then on", async () => {
    const item = await shelf.publish("skills", ada);
    const identifier = async () => (await ard.search(item.name, ada.token))[0]?.identifier;
    await set("deployment.public_url", "http://192.0.2.7:8000");
    expect(await identifier()).toBe(identifierOf("skill", item));
    await set("deployment.public_url", "https://tack.example.com");
    expect(await identifier()).toBe(`urn:air:tack.example.com:skill:${item.id}`);
    await set("deployment.public_url", "https://other.example.org/tack");
    const found = (await ard.search(item.name, ada.token))[0];
    expect(found).toMatchObject({
      identifier: `urn:air:tack.example.com:skill:${item.id}`,
      source: "https://other.example.org/tack/api/v1/ard",
      url: `https://other.example.org/tack/api/v1/artifacts/skill/${item.id}/1.0.0`,
    });
    expect(await ard.entry(identifierOf("skill", item), ada.token)).toMatchObject({ identifier: found?.identifier });
    for (const domain of ["tack.example.com", "tackroom.local"]) {
      expect(await ard.entry(`urn:air:${domain}:registry:tackroom`)).toMatchObject({
        identifier: "urn:air:tack.example.com:registry:tackroom",
      });
    }
    expect(await ard.entry("urn:air:other.example.org:registry:tackroom")).toBeUndefined();
    for (const key of ["deployment.public_url", "discovery.publisher_domain"]) {
      await send(`DELETE /admin/settings/${key}`, { token: people.admin.token });
    }
  });

  test("a draft is for its owners, what waits for review also for reviewers", async () => {
    const [reviewer, outsider, author] = [await people.join("reviewer"), await people.join(), await people.join()];
    const draft = (
      await send("POST /skills/draft", { token: ada.token, body: { name: `draft-${randomUUID().slice(0, 8)}` } })
    ).json<Shown>();
    await send(`POST /skills/${draft.id}/co-authors`, { token: ada.token, body: { user_id: author.user.id } });
    const waiting = await shelf.submit("skills", ada, submissionOf("skills"));
    const rejected = await shelf.submit("skills", ada);
    await send(`POST /review/${rejected.id}/reject`, { token: people.admin.token, body: { reason: "no" } });
    const seen = async ({ token }: Person) =>
      Promise.all(
        [draft, waiting, rejected].map(async (item) => {
          const [hit] = await ard.search(item.name, token);
          const found = hit?.displayName === item.name;
          const listed = (await ard.list(token, `displayName = '${item.name}'`)).length === 1;
          const entry = await ard.entry(identifierOf("skill", item), token);
          expect([found, listed]).toEqual([entry !== undefined, entry !== undefined]);
          if (found) expect(hit).toMatchObject({ "obs:availability": "not-approved", "obs:activatable": false });
          return entry?.["obs:approval"];
        }),
      );
    expect(await seen(ada)).toEqual(["draft", "pending", "rejected"]);
    expect(await seen(author)).toEqual(["draft", undefined, undefined]);
    expect(await seen(reviewer)).toEqual([undefined, "pending", undefined]);
    expect(await seen(outsider)).toEqual([undefined, undefined, undefined]);
    expect(await seen(people.admin)).toEqual(["draft", "pending", "rejected"]);
  });
});
