import { randomUUID } from "node:crypto";
import type { ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, type Shown } from "../../../test/items.js";
import { verdict } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { smallestSize } from "../../../test/sizes.js";

describe.each(smallestSize)("lists ($size)", (on) => {
  let { server, send, people, ada, bob, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const list = async (type: ItemType, query: string, by = bob): Promise<string[]> => {
    const answer = await send(`GET /${type}?limit=200&${query}`, { token: by.token });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers["x-total-count"], query).toBe(String(answer.json().length));
    return answer.json().map(({ id }: Shown) => id);
  };

  const FILTERS: [ItemType, object, object, string[]][] = [
    ["mcps", { category: "databases" }, { category: "search" }, ["category=databases"]],
    ["agents", { category: "care" }, { category: "cure" }, ["category=care"]],
    ["prompts", { category: "testing" }, { category: "debugging" }, ["category=testing"]],
    ["skills", { task_type: "testing" }, { task_type: "debugging" }, ["task_type=testing"]],
    ["skills", { target_agents: ["owl", "fox"] }, { target_agents: ["cat"] }, ["target_agent=owl", "target_agent=fox"]],
    ["skills", { supported_harnesses: ["goose"] }, { supported_harnesses: ["amp"] }, ["harness=goose"]],
    ["sandboxes", { supported_harnesses: ["goose"] }, { supported_harnesses: ["amp"] }, ["harness=goose"]],
    ["mcps", { tags: ["Mail", "On call"] }, { tags: ["mailbox"] }, ["tag=mail", "tag=MAIL", "tag=on%20call"]],
    ["prompts", { tags: ["reading"] }, { tags: [] }, ["tag=reading", "tag=reading&search=prompt"]],
    ["hooks", { event: "Stop" }, { event: "SessionStart" }, ["event=Stop"]],
    ["hooks", { scope: "global" }, { scope: "session" }, ["scope=global"]],
    [
      "sandboxes",
      { runtime_type: "lxc", image: "box" },
      { runtime_type: "wasm", image: "box" },
      ["runtime_type=lxc", "runtime=lxc"],
    ],
  ];

  test.each(FILTERS)("of %s filter by %j", async (type, matching, other, queries) => {
    const [wanted, unwanted] = [
      await shelf.publish(type, ada, { ...matching }),
      await shelf.publish(type, ada, { ...other }),
    ];
    for (const query of queries) {
      const found = await list(type, query);
      expect(found, query).toContain(wanted.id);
      expect(found, query).not.toContain(unwanted.id);
    }
  });

  test("of skills by harness hold those that name none, too", async () => {
    const any = await shelf.publish("skills", ada, { supported_harnesses: [] });
    const some = await shelf.publish("skills", ada, { supported_harnesses: ["copilot_cli"] });
    for (const harness of ["copilot-cli", "copilot_cli"]) {
      expect(await list("skills", `harness=${harness}`)).toEqual(expect.arrayContaining([any.id, some.id]));
    }
    expect(await list("skills", "harness=amp")).not.toContain(some.id);
    expect(await list("skills", "harness=amp")).toContain(any.id);
  });

  test.each(["/skills", "/mcps", "/registry", "/registry/items"])("of %s know no other harnesses", async (path) => {
    const answer = await send(`GET ${path}?harness=notepad`, { token: ada.token });
    expect(verdict(answer)).toEqual([422, "validation_failed"]);
    const message = expect.stringMatching(/^is an unknown harness\. Must be one of: .*claude-code/);
    expect(answer.json()).toMatchObject({ errors: [{ path: "query.harness", message }] });
  });

  describe.each(EVERY_TYPE)("of kind $kind", ({ type }) => {
    test("hold approved ones only, newest first, with what a summary shows", async () => {
      const [one, two] = [await shelf.publish(type, ada), await shelf.publish(type, ada)];
      const pending = await shelf.submit(type, ada);
      const found = await list(type, `namespace=${ada.user.username}`);
      expect(found.slice(0, 2)).toEqual([two.id, one.id]);
      expect(found).not.toContain(pending.id);
      const answer = await send(`GET /${type}?search=${two.name}`, { token: bob.token });
      expect(answer.json()[0]).toMatchObject({
        id: two.id,
        name: two.name,
        namespace: ada.user.username,
        slug: two.slug,
        qualified_name: two.qualified_name,
        version: "1.0.0",
        description: expect.stringContaining("for tests"),
        owner: ada.user.username,
        team_id: null,
        visibility: "public",
        is_private: false,
        supported_harnesses: [],
        status: "approved",
        rejection_reason: null,
        updated_at: expect.stringMatching(/Z$/),
      });
      const mine = await send(`GET /${type}/my?limit=200`, { token: ada.token });
      expect(
        mine
          .json()
          .slice(0, 3)
          .map(({ id }: Shown) => id),
      ).toEqual([pending.id, two.id, one.id]);
      expect(mine.json()[0].status).toBe("pending");
      expect(mine.headers["x-total-count"]).toBe(String(mine.json().length));
      expect((await send(`GET /${type}/my`, { token: bob.token })).json()).toEqual([]);
    });

    test("refuse what they do not know, with its place", async () => {
      for (const query of ["limit=0", "limit=201", "offset=-1", "team_id=x", "public_only=maybe", "sort=oldest"]) {
        const refused = await send(`GET /${type}?${query}`, { token: bob.token });
        expect(verdict(refused), query).toEqual([422, "validation_failed"]);
        expect(refused.json().errors[0].path, query).toBe(`query.${query.split("=")[0]}`);
      }
    });
  });

  test("come in pages, with links and the whole number", async () => {
    const carl = await people.join();
    const items: Shown[] = [];
    for (let index = 0; index < 5; index += 1) items.push(await shelf.publish("prompts", carl));
    const query = `namespace=${carl.user.username}`;
    const first = await send(`GET /prompts?limit=2&${query}`, { token: bob.token });
    expect(first.headers["x-total-count"]).toBe("5");
    const links = String(first.headers["link"]);
    expect(links).toMatch(/<[^>]*offset=2[^>]*>; rel="next"/);
    expect(links).not.toContain('rel="prev"');
    const last = await send(`GET /prompts?limit=2&offset=4&${query}`, { token: bob.token });
    expect(last.json().map(({ id }: Shown) => id)).toEqual([items[0]?.id]);
    expect(String(last.headers["link"])).toMatch(/<[^>]*offset=2[^>]*>; rel="prev"/);
    expect(String(last.headers["link"])).not.toContain('rel="next"');
    for (const more of ["", "&search=prompt"]) {
      const beyond = await send(`GET /prompts?limit=2&offset=50&${query}${more}`, { token: bob.token });
      expect([beyond.json(), beyond.headers["x-total-count"]], more).toEqual([[], "5"]);
    }
    const byName = (await send(`GET /prompts?sort=name&${query}`, { token: bob.token })).json();
    expect(byName.map(({ name }: Shown) => name)).toEqual(items.map(({ name }) => name).toSorted());
  });

  describe("are searched", () => {
    const ids = new Map<string, string>();
    beforeAll(async () => {
      const tag = `q${randomUUID().slice(0, 6)}`;
      const items = {
        inName: [`${tag} zebra finch`, "Birds"],
        inText: [
          `${tag} one`,
          "Keeps notes about a zebra finch and what it eats, so that the whole family can feed it",
        ],
        halfInName: [`${tag} zebra`, "Animals"],
        other: [`${tag} three`, "Sends invoices to customers"],
      };
      for (const [what, [name, description]] of Object.entries(items).toReversed()) {
        ids.set((await shelf.publish("prompts", ada, { name, description })).id, what);
      }
    });
    const search = async (text: string, type: ItemType = "prompts"): Promise<string[]> =>
      (await list(type, `search=${encodeURIComponent(text)}`)).flatMap((id) => ids.get(id) ?? []);

    test("by any word, in any case and number, best first", async () => {
      const found = await search("Zebra FINCH");
      expect(found[0]).toBe("inName");
      expect(new Set(found.slice(0, 3))).toEqual(new Set(["halfInName", "inName", "inText"]));
      expect(new Set((await search("the zebras")).slice(0, 3))).toEqual(new Set(["halfInName", "inName", "inText"]));
    });

    test("by meaning", async () => {
      expect((await search("bill my clients"))[0]).toBe("other");
    });

    test.each(["finc", "fin", "ebra", "fnich"])("by %s, which is a part or a misspelling of a word", async (text) => {
      expect(await search(text)).toEqual(expect.arrayContaining(["inName", "inText"]));
    });

    test.each(["the and with", "zz", "100%_", "\u0001"])("by %j, which nothing has", async (text) => {
      expect(await search(text)).toEqual([]);
    });

    test("by nothing, which all have", async () => {
      expect(await search("")).toHaveLength(4);
      expect(await search("  ")).toHaveLength(4);
    });

    test("in the order of ARD search, and of the list of all kinds", async () => {
      const body = { query: { text: "zebra finch", filter: { "obs:kind": "prompt" } }, pageSize: 100 };
      const asked = await send("POST /ard/search", { token: bob.token, body });
      const ranked = asked.json().results.map((result: { identifier: string }) => result.identifier.split(":").at(-1));
      expect(await list("prompts", "search=zebra%20finch")).toEqual(ranked);
      const all = await send("GET /registry/items?search=zebra%20finch&limit=200", { token: bob.token });
      const prompts = all.json().items.filter(({ type }: { type: string }) => type === "prompts");
      expect(prompts.map(({ id }: Shown) => id)).toEqual(ranked);
      expect(all.json().totals.prompts).toBe(ranked.length);
    });
  });

  test("of all kinds come in one answer, with the total of each, whichever kinds are asked for", async () => {
    const [skill, hook] = [await shelf.publish("skills", ada), await shelf.publish("hooks", ada)];
    const all = async (query: string) => {
      const answer = await send(`GET /registry/items?namespace=${ada.user.username}&${query}`, { token: bob.token });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ items: (Shown & { type: string })[]; totals: Record<string, number> }>();
    };
    const { items, totals } = await all("limit=2");
    expect(items.map(({ type, id }) => [type, id])).toEqual([
      ["hooks", hook.id],
      ["skills", skill.id],
    ]);
    expect((await all("limit=1&offset=1")).items.map(({ id }) => id)).toEqual([skill.id]);
    const skills = await all("types=skills&limit=200");
    expect(new Set(skills.items.map(({ type }) => type))).toEqual(new Set(["skills"]));
    expect(skills.items).toHaveLength(totals["skills"] ?? 0);
    expect(skills.totals).toEqual(totals);
    const wrong = await send("GET /registry/items?types=skills,spells", { token: bob.token });
    expect(wrong.statusCode).toBe(422);
  });

  test("are searched for the short words that mean something", async () => {
    const item = await shelf.publish("hooks", ada, { description: "For Go and JS people" });
    for (const word of ["go", "JS"]) expect(await list("hooks", `search=${word}`)).toContain(item.id);
    expect(await list("hooks", "search=ux")).not.toContain(item.id);
  });

  test("hold what is public only when asked, also for those who see more", async () => {
    const secret = await shelf.publish("mcps", ada, { visibility: "owner" });
    const open = await shelf.publish("mcps", ada);
    for (const by of [ada, people.admin]) {
      expect(await list("mcps", "", by)).toEqual(expect.arrayContaining([secret.id, open.id]));
      const found = await list("mcps", "public_only=true", by);
      expect(found).toContain(open.id);
      expect(found).not.toContain(secret.id);
      expect(await list("mcps", `public_only=true&search=${secret.name}`, by)).not.toContain(secret.id);
    }
  });

  test("are of one namespace or one team when asked", async () => {
    const body = { name: `Owls ${randomUUID().slice(0, 6)}` };
    const team = (await send("POST /teams", { token: ada.token, body })).json();
    const [ofTeam, own] = [await shelf.publish("hooks", ada, { team_id: team.id }), await shelf.publish("hooks", ada)];
    expect(await list("hooks", `namespace=${team.handle}`)).toEqual([ofTeam.id]);
    expect(await list("hooks", `team_id=${team.id}`)).toEqual([ofTeam.id]);
    const mine = await list("hooks", `namespace=${ada.user.username}`);
    expect([mine.includes(own.id), mine.includes(ofTeam.id)]).toEqual([true, false]);
    expect(await list("hooks", `team_id=${randomUUID()}`)).toEqual([]);
  });
});
