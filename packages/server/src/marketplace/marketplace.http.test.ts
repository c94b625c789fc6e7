import { join } from "node:path";
import { COMPONENT_KINDS, typeOfKind, type ItemType, type NewFeed } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allObjects, clone, filesBelow, git } from "../../test/git-client.js";
import { stockShelf, type Shelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";
import type { IndexedPlugin } from "./core/catalogue-index.js";

interface Manifest {
  readonly name: string;
  readonly plugins: readonly { readonly name: string; readonly source: string; readonly version: string }[];
}

describe.each(largestSize)("the marketplace ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  let base: string;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    base = await server.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => server.close());

  const feedOf = async (by: Person, body: object = { content: "visible" }): Promise<NewFeed> => {
    const answer = await send("POST /feeds", { token: by.token, body: { name: "Mine", ...body } });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const feedOfItems = (by: Person, items: readonly Shown[]): Promise<NewFeed> =>
    feedOf(by, { content: "items", items: items.map(({ id }) => id) });
  const addressOf = ({ secret }: NewFeed): string => `${base}/c/${secret}/marketplace.git`;
  const listed = async (directory: string): Promise<IndexedPlugin[]> =>
    JSON.parse(String((await filesBelow(directory))[".tackroom/catalogue.json"])).plugins;
  const pluginOf = async (directory: string, { id }: Shown): Promise<string> =>
    (await listed(directory)).find((plugin) => plugin.id === id)?.plugin ?? "";

  test("is cloned, whole and shallow, and fetched after a change, which is a commit; nothing else is", async () => {
    const ada = await people.join();
    const [first, second] = [await shelf.publish("skills", ada), await shelf.publish("mcps", ada)];
    const feed = await feedOfItems(ada, [first, second]);
    const whole = await clone(addressOf(feed));
    const shallow = await clone(addressOf(feed), "--depth", "1");
    expect(await filesBelow(whole)).toEqual(await filesBelow(shallow));
    const manifest = JSON.parse(String((await filesBelow(whole))[".claude-plugin/marketplace.json"])) as Manifest;
    expect(manifest.plugins.map(({ version }) => version)).toEqual(["1.0.0", "1.0.0"]);
    for (const { name, source } of manifest.plugins) {
      const folder = await filesBelow(join(whole, source));
      expect(JSON.parse(String(folder[".claude-plugin/plugin.json"]))).toMatchObject({ name, version: "1.0.0" });
      expect(JSON.parse(String(folder["plugin.json"])).$schema).toMatch(/^https:\/\/agent-plugins\.org\/schemas\/1/);
    }
    const head = await git(["rev-parse", "HEAD"], whole);
    // Approved for somebody else's eyes only.
    await shelf.publish("skills", await people.join(), { visibility: "owner" });
    await git(["fetch", "--quiet"], whole);
    expect(await git(["rev-parse", "origin/main"], whole)).toBe(head);
    await shelf.release("mcps", second.id, ada, { version: "1.1.0", description: "Newer" });
    await git(["pull", "--quiet", "--ff-only"], whole);
    await git(["fetch", "--quiet", "--depth", "1"], shallow);
    expect(await git(["rev-list", "--count", "HEAD"], whole)).toBe("2\n");
    expect((await listed(whole)).find(({ id }) => id === second.id)?.version).toBe("1.1.0");
    expect(await git(["rev-parse", "origin/main"], shallow)).toBe(await git(["rev-parse", "HEAD"], whole));
    await git(["fsck", "--strict", "--full"], whole);
  });

  test("has byte for byte what an install writes where the formats agree", async () => {
    const ada = await people.join();
    const parts = [];
    for (const kind of COMPONENT_KINDS) parts.push({ kind, item: await shelf.publish(typeOfKind(kind), ada) });
    const agent = await shelf.publish("agents", ada, {
      components: parts.map(({ kind, item }) => ({ component_type: kind, component_id: item.id })),
    });
    const install = async (type: ItemType, { id }: Shown) =>
      (await send(`POST /${type}/${id}/install`, { token: ada.token, body: { harness: "claude-code" } })).json();
    const alone = parts.filter(({ kind }) => kind !== "sandbox");
    const copy = await clone(addressOf(await feedOfItems(ada, [agent, ...alone.map(({ item }) => item)])));
    const folder = async (item: Shown) => {
      const files = await filesBelow(join(copy, "plugins", await pluginOf(copy, item)));
      return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, String(bytes)]));
    };
    const { config_snippet: snippet } = await install("agents", agent);
    const found = await folder(agent);
    const written = [snippet.agent_profile, ...snippet.prompt_files, ...snippet.skills];
    for (const { path, content } of written) expect(found[path.replace(/^\.claude\//, "")]).toBe(content);
    expect(found[".mcp.json"]).toBe(snippet.mcp_file.text);
    expect(found["hooks/hooks.json"]).toBe(snippet.hooks_config?.text);
    for (const { kind, item } of alone) {
      const answer = await install(typeOfKind(kind), item);
      const own = await folder(item);
      if (kind === "mcp") expect(own[".mcp.json"]).toBe(answer.mcp_config.text);
      if (kind === "hook") expect(JSON.parse(own["hooks/hooks.json"] ?? "")).toEqual(answer.config_snippet);
      const files =
        kind === "skill" ? answer.config_snippet.files : kind === "prompt" ? answer.config_snippet.prompt_files : [];
      for (const { path, content } of files) expect(own[path.replace(/^\.claude\//, "")]).toBe(content);
    }
  });

  test("begins a new history without what may not be seen any more, in no object of it", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const secret = await shelf.publish("skills", ada, { skill_md_content: skill("the word aardvark") });
    const part = await shelf.publish("prompts", ada, { template: "the word pangolin" });
    const agent = await shelf.publish("agents", ada, {
      components: [{ component_type: "prompt", component_id: part.id }],
    });
    const open = await shelf.publish("skills", ada, { skill_md_content: skill("the word zebra") });
    const feed = await feedOfItems(bob, [secret, agent, open]);
    const before = await clone(addressOf(feed));
    for (const word of ["aardvark", "pangolin", "zebra"]) expect(await allObjects(before)).toContain(word);
    const old = (await git(["rev-parse", "HEAD"], before)).trim();
    await shelf.release("skills", open.id, ada, {
      version: "1.1.0",
      description: "Newer",
      extra: { skill_md_content: skill("the word gazelle") },
    });
    for (const [type, { id }] of [
      ["skill", secret],
      ["prompt", part],
    ] as const) {
      const body = { visibility: "owner" };
      expect((await send(`PATCH /registry/${type}/${id}/visibility`, { token: ada.token, body })).statusCode).toBe(200);
    }
    const after = await clone(addressOf(feed));
    const objects = await allObjects(after);
    for (const word of ["aardvark", "pangolin", secret.slug, agent.slug]) expect(objects).not.toContain(word);
    expect(objects.includes("gazelle")).toBe(true);
    expect(await git(["rev-list", "--count", "HEAD"], after)).toBe("1\n");
    await expect(git(["fetch", "--quiet", "origin", old], after)).rejects.toThrow(
      /not our ref|no such|unadvertised|remote/i,
    );
    // Visible again, it comes back, and the history goes on.
    await send(`PATCH /registry/prompt/${part.id}/visibility`, {
      token: people.admin.token,
      body: { visibility: "public" },
    });
    await git(["pull", "--quiet", "--ff-only"], after);
    expect((await listed(after)).map(({ id }) => id).toSorted()).toEqual([agent.id, open.id].toSorted());
  });

  test("goes on without an item that is archived, which may be looked up still", async () => {
    const ada = await people.join();
    const [one, two] = [await shelf.publish("skills", ada), await shelf.publish("skills", ada)];
    const feed = await feedOfItems(ada, [one, two]);
    const copy = await clone(addressOf(feed));
    await send(`PATCH /skills/${one.id}/archive`, { token: ada.token });
    await git(["pull", "--quiet", "--ff-only"], copy);
    expect((await listed(copy)).map(({ id }) => id)).toEqual([two.id]);
    // Deleted later, the older commit is no place for it either.
    await send(`DELETE /skills/${one.id}`, { token: people.admin.token });
    expect(await allObjects(await clone(addressOf(feed)))).not.toContain(one.slug);
  });

  test("is gone with the next request of a feed that was revoked, and is never pushed to", async () => {
    const ada = await people.join();
    const feed = await feedOfItems(ada, [await shelf.publish("skills", ada)]);
    const copy = await clone(addressOf(feed));
    await expect(git(["push", "--quiet", "origin", "main"], copy)).rejects.toThrow(/403/);
    const refs = `${addressOf(feed)}/info/refs`;
    const asked = async (query: string): Promise<number> => (await fetch(refs + query)).status;
    expect([
      await asked("?service=git-receive-pack"),
      await asked(""),
      await asked("?service=git-upload-pack"),
    ]).toEqual([403, 404, 200]);
    await send(`DELETE /feeds/${feed.id}`, { token: ada.token });
    expect(await asked("?service=git-upload-pack")).toBe(404);
    await expect(git(["fetch", "--quiet"], copy)).rejects.toThrow(/not found/);
    const { rows } = await runSql(server.platform.relational, "SELECT key FROM marketplace_repository WHERE key = $1", [
      `feed:${feed.id}`,
    ]);
    expect(rows).toEqual([]);
  });

  test("is closed to strangers unless the registry is public, and shows callers what they may see as members", async () => {
    const ada = await people.join();
    const own = await shelf.publish("skills", ada, { visibility: "owner" });
    const refs = `${base}/marketplace.git/info/refs?service=git-upload-pack`;
    expect((await fetch(refs)).status).toBe(404);
    const authorization = (by: Person): string => `http.extraHeader=Authorization: Bearer ${by.token}`;
    const [mine, admins] = [
      await clone(`${base}/marketplace.git`, "-c", authorization(ada)),
      await clone(`${base}/marketplace.git`, "-c", authorization(people.admin)),
    ];
    expect((await listed(mine)).map(({ id }) => id)).toContain(own.id);
    expect(await allObjects(admins)).not.toContain(own.slug);
    await send("PUT /admin/settings/deployment.public_registry_enabled", {
      token: people.admin.token,
      body: { value: true },
    });
    expect(await allObjects(await clone(`${base}/marketplace.git`))).not.toContain(own.slug);
    expect((await fetch(`${base}/marketplace.json`)).status).toBe(200);
    await send("PUT /admin/settings/deployment.public_registry_enabled", {
      token: people.admin.token,
      body: { value: false },
    });
    expect((await fetch(refs)).status).toBe(404);
  });

  test("is consistent for twenty clones at once while items are approved", async () => {
    const ada = await people.join();
    const feed = await feedOf(ada);
    await shelf.publish("skills", ada, { visibility: "owner" });
    let isDone = false;
    const approving = (async () => {
      while (!isDone) await shelf.publish("skills", ada, { visibility: "owner" });
    })();
    const depth = (index: number): string[] => (index % 2 === 0 ? ["--depth", "1"] : []);
    const copies = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => clone(addressOf(feed), ...depth(index))),
    ).finally(() => (isDone = true));
    await approving;
    for (const copy of copies) {
      await git(["fsck", "--strict"], copy);
      const files = Object.keys(await filesBelow(copy));
      const plugins = (await listed(copy)).map(({ plugin }) => plugin);
      const folders = new Set(files.filter((path) => path.startsWith("plugins/")).map((path) => path.split("/")[1]));
      expect(folders).toEqual(new Set(plugins));
    }
  });

  test("gives each plugin as a repository that Gemini CLI takes for an extension", async () => {
    const ada = await people.join();
    const [skillItem, server1] = [await shelf.publish("skills", ada), await shelf.publish("mcps", ada)];
    const feed = await feedOfItems(ada, [skillItem, server1]);
    const list = await (await fetch(`${base}/c/${feed.secret}/gemini/extensions.json`)).json();
    expect(list).toHaveLength(2);
    const of = (item: Shown) =>
      (list as { id: string; url: string; extensionName: string }[]).find(({ id }) => id === item.id);
    const url = (of(server1)?.url ?? "").replace(/^http:\/\/[^/]+/, base);
    const copy = await clone(url, "--depth", "1");
    const files = await filesBelow(copy);
    expect(JSON.parse(String(files["gemini-extension.json"]))).toMatchObject({
      name: of(server1)?.extensionName,
      version: "1.0.0",
      mcpServers: { [server1.slug]: { command: "npx" } },
    });
    await shelf.release("mcps", server1.id, ada, { version: "2.0.0", description: "Newer" });
    const next = await filesBelow(await clone(url, "--depth", "1"));
    expect(JSON.parse(String(next["gemini-extension.json"])).version).toBe("2.0.0");
    await expect(clone(url.replace(/[^/]+\.git$/, "nothing.git"))).rejects.toThrow(/not found/);
    const file = (await (await fetch(`${base}/c/${feed.secret}/marketplace.json`)).json()) as Manifest;
    expect(file.plugins[0]?.source).toMatchObject({ source: "git-subdir", path: expect.stringMatching(/^plugins\//) });
  });

  test("says so where there is no git", async () => {
    const ada = await people.join();
    const feed = await feedOfItems(ada, [await shelf.publish("skills", ada)]);
    const path = process.env["PATH"];
    process.env["PATH"] = "/nonexistent";
    try {
      const answer = await fetch(`${addressOf(feed)}/info/refs?service=git-upload-pack`);
      expect([answer.status, await answer.json()]).toEqual([
        501,
        expect.objectContaining({ detail: expect.stringContaining("git is not installed") }),
      ]);
    } finally {
      process.env["PATH"] = path;
    }
    await clone(addressOf(feed));
  });
});

const skill = (text: string): string => `---\nname: tidy\ndescription: Tidies code\n---\n\n# Tidy\n\n${text}\n`;
