import { createHash } from "node:crypto";
import type { NewFeed, OpencodeConfig, SkillFileIndex, SkillIndex } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, type Shelf } from "../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { nameSkills } from "./core/skill-names.js";

const SKILL_MD = "---\nname: release-notes\ndescription: Writes release notes\n---\n\n# Release notes\n";

describe.each(largestSize)("skills over HTTP ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  let ada: Person;
  let feed: string;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    ada = await people.join();
    await shelf.publish("skills", ada, { name: "tidy" });
    await shelf.publish("skills", ada, {
      name: "release-notes",
      skill_md_content: SKILL_MD,
      files: [
        { path: "scripts/run.sh", content: "#!/bin/sh\necho hi\n", executable: true },
        { path: "icon.png", content: "iVBORw0KGgo=", encoding: "base64" },
      ],
    });
    const made = await send("POST /feeds", { token: ada.token, body: { name: "Skills", content: "visible" } });
    feed = `/c/${made.json<NewFeed>().secret}`;
  });
  afterAll(() => server.close());

  const index = async (at = feed): Promise<SkillIndex> =>
    (await send(`GET ${at}/.well-known/agent-skills/index.json`)).json();

  test("have an index whose digests are those of the bytes that are served", async () => {
    const { skills } = await index();
    expect(skills.map(({ name, type }) => [name, type])).toEqual([
      ["release-notes", "archive"],
      ["tidy", "skill-md"],
    ]);
    for (const { url, digest } of skills) {
      const answer = await send(`GET ${feed}/.well-known/agent-skills/${url}`);
      expect(`sha256:${createHash("sha256").update(answer.rawPayload).digest("hex")}`).toBe(digest);
      const again = await send(`GET ${feed}/.well-known/agent-skills/${url}`, {
        headers: { "if-none-match": String(answer.headers["etag"]) },
      });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
  });

  test("have an older index, by whose names every file is served as it is installed", async () => {
    const { skills } = (await send(`GET ${feed}/.well-known/skills/index.json`)).json<SkillFileIndex>();
    const notes = skills.find(({ name }) => name === "release-notes");
    expect(notes?.files).toEqual(["SKILL.md", "scripts/run.sh", "icon.png"]);
    const file = async (path: string) =>
      (await send(`GET ${feed}/.well-known/skills/release-notes/${path}`)).rawPayload;
    expect((await file("SKILL.md")).toString()).toBe(SKILL_MD);
    expect((await file("scripts/run.sh")).toString()).toBe("#!/bin/sh\necho hi\n");
    expect((await file("icon.png")).toString("base64")).toBe("iVBORw0KGgo=");
    for (const path of ["../tidy/SKILL.md", "nothing", "scripts"]) {
      expect((await send(`GET ${feed}/.well-known/skills/release-notes/${path}`)).statusCode).toBe(404);
    }
  });

  test("are told to OpenCode with the address of the feed", async () => {
    const { config } = (await send(`GET ${feed}/.well-known/opencode`)).json<OpencodeConfig>();
    expect(config.skills.urls).toEqual([`http://localhost:8000${feed}/.well-known/skills/`]);
  });

  test("are renewed when something is approved, and hidden ones are in no index", async () => {
    const bob = await people.join();
    const hidden = await shelf.publish("skills", bob, { name: "hidden-one", visibility: "owner" });
    const open = await shelf.publish("skills", bob, { name: "open-one" });
    const names = (await index()).skills.map(({ name }) => name);
    expect(names).toContain("open-one");
    expect(names).not.toContain("hidden-one");
    const path = `${hidden.qualified_name}/1.0.0/SKILL.md`;
    expect((await send(`GET ${feed}/.well-known/agent-skills/${path}`)).statusCode).toBe(404);
    expect((await send(`GET ${feed}/.well-known/skills/hidden-one/SKILL.md`)).statusCode).toBe(404);
    await send(`PATCH /skills/${open.id}/archive`, { token: bob.token });
    expect((await index()).skills.map(({ name }) => name)).not.toContain("open-one");
  });
});

test("names are those that clients accept, each once, and stay when others come", () => {
  const skills = [
    { id: "11111111-1111-4111-8111-111111111111", namespace: "ada", slug: "tidy_up" },
    { id: "22222222-2222-4222-8222-222222222222", namespace: "bob", slug: "tidy-up" },
    { id: "33333333-3333-4333-8333-333333333333", namespace: "bob", slug: "tidy--up" },
    { id: "44444444-4444-4444-8444-444444444444", namespace: "eve", slug: "x".repeat(80) },
  ];
  const names = nameSkills(skills);
  expect([...names.values()]).toEqual(["tidy-up", "bob-tidy-up", "tidy-up-333333333333", "x".repeat(64)]);
  for (const name of names.values()) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(nameSkills(skills.slice(0, 2)).get(skills[1]?.id ?? "")).toBe("bob-tidy-up");
});
