import { randomUUID } from "node:crypto";
import type { ScannedItem } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

const SECRET = "ghp_x7Kq92mVbT4nLw8RzYcE1uHs6DaJf3Gp0oQi";

describe.each(largestSize)("a scan ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, bob] = [await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const scan = (body: object, by = ada): ReturnType<Send> => send("POST /scan", { token: by.token, body });
  const tag = (): string => randomUUID().slice(0, 6);
  const everything = (suffix: string) => ({
    harness: "cursor",
    mcps: [{ name: `tickets-${suffix}`, command: "npx", args: ["-y", "@acme/tickets@1.0.0"], env: { TOKEN: SECRET } }],
    skills: [{ name: `tidy-${suffix}`, skill_md_content: "---\nname: tidy\ndescription: Tidies\n---\n\nDo.\n" }],
    hooks: [{ name: `lint-${suffix}`, event: "PostToolUse", handler_config: { command: "npm run lint" } }],
    agents: [{ name: `Helper ${suffix}`, model_name: "sonnet-x", prompt: "You help.", source_file: "helper.md" }],
    prompts: [{ name: `explain-${suffix}`, template: "Explain {{ topic }}" }],
    sandboxes: [{ name: `box-${suffix}`, image: "docker.io/library/alpine:3.20" }],
  });

  test("registers all six kinds, once, as pending ones of the caller", async () => {
    const body = everything(tag());
    const first = await scan(body);
    expect(first.statusCode, first.body).toBe(200);
    const { registered, summary } = first.json() as { registered: ScannedItem[]; summary: object };
    expect(summary).toEqual({ mcp: 1, agent: 1, skill: 1, hook: 1, prompt: 1, sandbox: 1 });
    expect(registered.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual(
      EVERY_TYPE.map(({ kind }) => `${kind} created`).toSorted(),
    );
    for (const { type, kind } of EVERY_TYPE) {
      const entry = registered.find((each) => each.type === kind);
      expect(entry?.name, kind).toBe((body[type][0] as { name: string }).name);
      const item = (await send(`GET /${type}/${entry?.id}`, { token: ada.token })).json();
      expect(item, kind).toMatchObject({
        version: "0.1.0",
        status: "pending",
        namespace: ada.user.username,
        supported_harnesses: ["cursor"],
        user_permission: "owner",
      });
      expect(item.description.length, kind).toBeGreaterThan(0);
    }
    const again = (await scan(body)).json().registered as ScannedItem[];
    expect(again).toEqual(registered.map((entry) => ({ ...entry, status: "existing" })));
    // Existing means: in the caller's namespace.
    expect((await scan(body, bob)).json().registered.map(({ status }: ScannedItem) => status)).toEqual(
      Array(6).fill("created"),
    );
  });

  test("keeps of the environment only the names, and tells the category nobody has chosen", async () => {
    const { registered } = (await scan({ harness: "cursor", mcps: everything(tag()).mcps })).json();
    const answers = [
      await send(`GET /mcps/${registered[0].id}`, { token: ada.token }),
      await send(`GET /review/${registered[0].id}`, { token: people.admin.token }),
    ];
    for (const answer of answers) {
      expect(answer.body).not.toContain(SECRET);
      expect(answer.json()).toMatchObject({
        category: "scanned",
        command: "npx",
        transport: "stdio",
        environment_variables: [{ name: "TOKEN", required: true }],
      });
    }
  });

  test("takes the older words for harness, and each entry's own", async () => {
    const [one, two, three] = [tag(), tag(), tag()].map((suffix) => `p-${suffix}`);
    const answer = await scan({
      ide: "claude_code",
      prompts: [
        { name: one, template: "x" },
        { name: two, template: "x", source_ide: "codex" },
        { name: three, template: "x", source_harness: "copilot_cli", source_plugin: "kit", category: "testing" },
      ],
    });
    const harnesses = [];
    for (const { id } of answer.json().registered) {
      harnesses.push((await send(`GET /prompts/${id}`, { token: ada.token })).json().supported_harnesses);
    }
    expect(harnesses).toEqual([["claude-code"], ["codex"], ["copilot-cli"]]);
    expect(verdict(await scan({ harness: "emacs", prompts: [] }))).toEqual([422, "validation_failed"]);
    expect(verdict(await scan({ prompts: [] }))).toEqual([422, "validation_failed"]);
    expect((await scan({ harness: "cursor" })).json()).toEqual({ registered: [], summary: {} });
  });

  test("skips what is not valid, with a reason, and registers the rest", async () => {
    const suffix = tag();
    const good = { name: `good-${suffix}`, template: "Hello" };
    const bad: [string, object[]][] = [
      [
        "mcps",
        [
          { name: `nothing-${suffix}` },
          { name: `shell-${suffix}`, command: "bash", args: ["-c", "x"] },
          { name: `secret-${suffix}`, command: "acme", args: ["--token", SECRET] },
          { name: `both-${suffix}`, command: 7 },
          { name: "", command: "acme" },
          { name: "x".repeat(201), command: "acme" },
          { name: `alien-${suffix}`, command: "acme", source_harness: "emacs" },
        ],
      ],
      ["skills", [{ name: `page-${suffix}`, skill_md_content: "no front matter" }]],
      [
        "hooks",
        [
          { name: `event-${suffix}` },
          { name: `never-${suffix}`, event: "Sometimes", handler_config: { command: "x" } },
        ],
      ],
      ["agents", [{ name: `mute-${suffix}` }]],
      [
        "prompts",
        [
          { name: `empty-${suffix}` },
          { name: `odd-${suffix}`, template: "x", category: "poetry" },
          { name: `hidden\u202E-${suffix}`, template: "x" },
        ],
      ],
      ["sandboxes", [{ name: `image-${suffix}` }, { name: `odd-${suffix}`, image: "https://x", runtime_type: "jail" }]],
    ];
    const body = { harness: "cursor", ...Object.fromEntries(bad), prompts: [...(bad[4]?.[1] ?? []), good] };
    const answer = await scan(body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).not.toContain(SECRET);
    const registered: ScannedItem[] = answer.json().registered;
    const skipped = registered.filter(({ status }) => status === "skipped");
    expect(skipped).toHaveLength(bad.flatMap(([, entries]) => entries).length);
    for (const { id, reason, name } of skipped) expect([id, (reason ?? "").length > 8], name).toEqual(["", true]);
    expect(registered.filter(({ status }) => status !== "skipped")).toMatchObject([
      { name: good.name, type: "prompt", status: "created" },
    ]);
    expect(answer.json().summary).toEqual({ mcp: 7, skill: 1, hook: 2, agent: 1, prompt: 4, sandbox: 2 });
  });

  test("registers two entries of one name once", async () => {
    const name = `Twin ${tag()}`;
    const prompts = [
      { name, template: "One" },
      { name: name.toLowerCase(), template: "Two" },
    ];
    const { registered } = (await scan({ harness: "cursor", prompts })).json();
    expect(registered.map(({ status }: ScannedItem) => status)).toEqual(["created", "existing"]);
    expect(registered[0].id).toBe(registered[1].id);
  });

  test("does not bring back what was deleted as something else", async () => {
    const name = `gone-${tag()}`;
    const prompts = [{ name, template: "One" }];
    const { registered } = (await scan({ harness: "cursor", prompts })).json();
    await send(`POST /review/${registered[0].id}/approve`, { token: people.admin.token });
    await send(`DELETE /prompts/${registered[0].id}`, { token: people.admin.token });
    const again = (
      await scan({
        harness: "cursor",
        prompts: [
          { name, template: "Other" },
          { name: `new-${tag()}`, template: "x" },
        ],
      })
    ).json();
    expect(again.registered).toMatchObject([{ name, id: "", status: "skipped" }, { status: "created" }]);
    expect(again.registered[0].reason).toContain("released before");
  });

  test("takes three hundred entries at once", async () => {
    const suffix = tag();
    const prompts = Array.from({ length: 300 }, (_none, index) =>
      index % 100 === 50 ? { name: `many-${suffix}-${index}` } : { name: `many-${suffix}-${index}`, template: "x" },
    );
    const answer = await scan({ harness: "cursor", prompts });
    expect(answer.statusCode).toBe(200);
    const registered: ScannedItem[] = answer.json().registered;
    expect(registered.map(({ name }) => name)).toEqual(prompts.map(({ name }) => name));
    expect(registered.filter(({ status }) => status === "created")).toHaveLength(297);
    expect(answer.json().summary).toEqual({ prompt: 300 });
    const again: ScannedItem[] = (await scan({ harness: "cursor", prompts })).json().registered;
    expect(again.filter(({ status }) => status === "existing")).toHaveLength(297);
  });
});
