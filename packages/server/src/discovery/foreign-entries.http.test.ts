import type { SearchReply } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryProblems } from "../../test/ard/ard-schema.js";
import { stageDiscovery, type DiscoveryStage } from "../../test/discovery.js";
import { largestSize } from "../../test/sizes.js";
import { sendJson, startWebSite, type WebSite } from "../../test/web-site.js";

const foreign = (publisher: string, name: string, more: object = {}) => ({
  identifier: `urn:air:${publisher}:tools:${name}`,
  displayName: name,
  type: "application/mcp-server-card+json",
  url: `https://${publisher}/${name}.json`,
  description: "Plans voyages of sailing ships",
  "obs:approval": "approved",
  "obs:kind": "mcp",
  ...more,
});

/** What a registry finds that knows more than fits on a page: also what the other ones know, and names as long as there are. */
const FAR = [
  { ...foreign("elsewhere.example", "sea-charts"), score: 97 },
  { ...foreign("127.0.0.1", "harbour-pilot"), score: 96 },
  ...Array.from({ length: 12 }, (_each, at) => ({
    ...foreign("far.example", `${"x".repeat(240)}-${at}`, { displayName: "Ñ".repeat(200) }),
    score: 95 - 8 * Math.floor(at / 2),
  })),
];

describe.each(largestSize)("entries of others ($size)", (on) => {
  let stage: DiscoveryStage;
  let site: WebSite;
  beforeAll(async () => {
    site = await startWebSite(({ path, body }, response) => {
      if (path === "/manifest.json") {
        const entries = [
          foreign("127.0.0.1", "harbour-pilot", { tags: ["boats"], description: "Guides ships into port" }),
        ];
        sendJson(response, { specVersion: "1.0", entries });
      } else if (path === "/ard/search") {
        sendJson(response, {
          results: [
            {
              ...foreign("elsewhere.example", "sea-charts", { tags: ["boats"] }),
              score: 99,
              source: "https://lies.example",
            },
            { ...foreign("127.0.0.1", "harbour-pilot"), score: 98, source: "x" },
          ],
        });
      } else if (path === "/far/search") {
        const { pageSize } = JSON.parse(body) as { pageSize: number };
        sendJson(response, { results: FAR.slice(0, pageSize) });
      } else sendJson(response, {}, 404);
    });
    stage = await stageDiscovery({ on, env: { OUTBOUND_ALLOWED_HOSTS: site.host } });
    const { send, people } = stage;
    await send("POST /admin/ard-sources", { token: people.admin.token, body: { url: `${site.url}/manifest.json` } });
    for (let count = 0; count < 5; count += 1) {
      await stage.shelf.publish("prompts", stage.ada, { description: "Plots courses at sea for yachts" });
    }
  });
  afterAll(async () => {
    await stage.server.close();
    await site.close();
  });

  const search = async (body: object, token?: string): Promise<SearchReply> => {
    const answer = await stage.send("POST /ard/search", {
      token,
      body: { query: { text: "plan a voyage of a sailing ship" }, ...body },
    });
    expect([answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([200, ""]);
    return answer.json<SearchReply>();
  };
  const namesOf = ({ results }: SearchReply): string[] => results.map(({ displayName }) => displayName);

  test("are found by those who are signed in, as nobody's approval, and by identifier", async () => {
    const { results } = await search({ federation: "none" }, stage.ada.token);
    const found = results.find(({ displayName }) => displayName === "harbour-pilot");
    expect(entryProblems(found)).toEqual([]);
    expect(found).toMatchObject({
      identifier: "urn:air:127.0.0.1:tools:harbour-pilot",
      url: "https://127.0.0.1/harbour-pilot.json",
      "obs:approval": "pending",
      "obs:availability": "not-approved",
      "obs:publisher": "127.0.0.1",
      source: "http://localhost:8000/api/v1/ard",
    });
    expect(found).not.toHaveProperty("obs:kind");
    expect(await stage.ard.entry("urn:ai:127.0.0.1:tools:harbour-pilot", stage.ada.token)).toMatchObject({
      displayName: "harbour-pilot",
      "obs:approval": "pending",
    });
  });

  test("are never in lists or the manifest, and not for strangers", async () => {
    await stage.set("deployment.public_registry_enabled", true);
    expect((await stage.ard.list(stage.ada.token)).map(({ displayName }) => displayName)).not.toContain(
      "harbour-pilot",
    );
    expect((await stage.server.app.inject("/.well-known/ard.json")).body).not.toContain("harbour-pilot");
    expect(namesOf(await search({ federation: "none", pageSize: 100 }))).not.toContain("harbour-pilot");
    expect(await stage.ard.entry("urn:air:127.0.0.1:tools:harbour-pilot")).toBeUndefined();
    await stage.set("deployment.public_registry_enabled", false);
  });

  test("with an allow-list, auto asks the others too, and names who answered", async () => {
    await stage.set("discovery.federation_allowlist", `${site.url}/ard`);
    const reply = await search({}, stage.ada.token);
    const [first] = reply.results;
    expect(first).toMatchObject({
      displayName: "sea-charts",
      score: 99,
      source: `${site.url}/ard`,
      "obs:approval": "pending",
    });
    expect(namesOf(reply).filter((name) => name === "harbour-pilot")).toHaveLength(1);
    expect(reply).not.toHaveProperty("referrals");
    const asked = site.requests.find(({ path }) => path === "/ard/search");
    expect(JSON.parse(asked?.body ?? "")).toEqual({
      query: { text: "plan a voyage of a sailing ship" },
      federation: "none",
      pageSize: 11,
    });
    expect(asked?.headers).not.toHaveProperty("authorization");
  });

  test("are filtered as our own, and asked only for what other registries understand", async () => {
    const boats = await search(
      { query: { text: "voyage", filter: { tags: "boats", version: "1.0.0" } } },
      stage.ada.token,
    );
    expect(namesOf(boats)).toEqual([]);
    expect(JSON.parse(site.requests.at(-1)?.body ?? "")).toMatchObject({
      query: { filter: { tags: ["boats"], version: ["1.0.0"] } },
    });
    const mcps = await search({ query: { text: "voyage", filter: { kind: "mcp" } } }, stage.ada.token);
    expect(namesOf(mcps)).toEqual([]);
    expect(JSON.parse(site.requests.at(-1)?.body ?? "")).not.toHaveProperty("query.filter");
  });

  const pagesOf = async (pageSize: number): Promise<string[]> => {
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const reply = await search({ pageSize, pageToken }, stage.ada.token);
      expect(reply.results.length).toBeLessThanOrEqual(pageSize);
      seen.push(...reply.results.map(({ identifier }) => identifier));
      ({ pageToken } = reply);
    } while (pageToken !== undefined && seen.length < 50);
    return seen;
  };

  test("are on all pages in one order with our own, without repeats and gaps", async () => {
    await stage.set("discovery.federation_allowlist", `${site.url}/ard, ${site.url}/far`);
    const all = await pagesOf(100);
    expect(all[0]).toBe("urn:air:elsewhere.example:tools:sea-charts");
    expect(all.filter((identifier) => identifier.includes(":far.example:"))).toHaveLength(12);
    expect(all.filter((identifier) => identifier.includes(":prompt:"))).toHaveLength(5);
    expect(all.filter((identifier) => identifier.endsWith(":harbour-pilot"))).toHaveLength(1);
    expect(new Set(all).size).toBe(all.length);
    for (const pageSize of [1, 3, 7]) expect(await pagesOf(pageSize)).toEqual(all);
    await stage.set("discovery.federation_allowlist", `${site.url}/ard`);
  });

  test("are not asked for strangers, who may find nothing of them", async () => {
    const before = site.requests.length;
    await search({});
    await stage.set("deployment.public_registry_enabled", true);
    await search({});
    await stage.set("deployment.public_registry_enabled", false);
    expect(site.requests.length).toBe(before);
  });

  test("are named and not asked in referrals, and neither in none", async () => {
    const before = site.requests.length;
    const referred = await search({ federation: "referrals" }, stage.ada.token);
    expect(referred.referrals).toMatchObject([{ type: "application/ai-registry+json", url: `${site.url}/ard/search` }]);
    expect(namesOf(referred)).not.toContain("sea-charts");
    expect(await search({ federation: "none" }, stage.ada.token)).not.toHaveProperty("referrals");
    expect(site.requests.length).toBe(before);
  });

  test("of a registry that is away are left out", async () => {
    await stage.set("discovery.federation_allowlist", `${site.url}/nothing, ${site.url}/ard`);
    expect(namesOf(await search({}, stage.ada.token))[0]).toBe("sea-charts");
    await stage.set("discovery.federation_allowlist", "");
    expect(namesOf(await search({}, stage.ada.token))).not.toContain("sea-charts");
  });

  test("vanish with their source", async () => {
    const { token } = stage.people.admin;
    const [source] = (await stage.send("GET /admin/ard-sources", { token })).json<{ id: string }[]>();
    await stage.send(`DELETE /admin/ard-sources/${source?.id ?? ""}`, { token });
    expect(namesOf(await search({ federation: "none" }, stage.ada.token))).not.toContain("harbour-pilot");
  });
});
