import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { NewFeed } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { filesBelow } from "../../test/git-client.js";
import { stockShelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, type Person } from "../../test/people.js";
import { runClient, withClient } from "../../test/real-clients.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { temporaryDirectory } from "../../test/temporary.js";

/** What a client prints, on either channel. */
async function client(binary: string, home: string, args: readonly string[]): Promise<string> {
  await mkdir(join(home, ".codex"), { recursive: true });
  const { stdout, stderr } = await runClient(binary, args, { home });
  return stdout + stderr;
}

const ICON = { path: "icon.png", content: "iVBORw0KGgo=", encoding: "base64" };

describe("real clients of the marketplace", () => {
  let server: TestServer;
  let base: string;
  let ada: Person;
  let secretBase: string;
  let items: Readonly<Record<"skill" | "mcp" | "hook" | "prompt" | "agent", Shown>>;
  beforeAll(async () => {
    server = await startTestServer();
    const send = createSend(server);
    const people = await invitePeople(server);
    ada = await people.join();
    const shelf = stockShelf(send, people.admin);
    base = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const body = { value: base };
    await send("PUT /admin/settings/deployment.public_url", { token: people.admin.token, body });
    const parts = {
      skill: await shelf.publish("skills", ada, { files: [ICON] }),
      mcp: await shelf.publish("mcps", ada),
      hook: await shelf.publish("hooks", ada),
      prompt: await shelf.publish("prompts", ada),
    };
    const components = Object.entries(parts).map(([component_type, { id }]) => ({ component_type, component_id: id }));
    items = { ...parts, agent: await shelf.publish("agents", ada, { components }) };
    const feed = await send("POST /feeds", { token: ada.token, body: { name: "Clients", content: "visible" } });
    secretBase = `${base}/c/${feed.json<NewFeed>().secret}`;
  });
  afterAll(() => server.close());

  const pluginOf = ({ qualified_name: name }: Shown): string => name.replaceAll(/[^a-z0-9]+/g, "-");
  const marketplace = async (): Promise<string> =>
    ((await (await fetch(`${secretBase}/marketplace.json`)).json()) as { name: string }).name;
  const skillMd = async (): Promise<string> =>
    (await fetch(`${secretBase}/.well-known/skills/${items.skill.slug}/SKILL.md`)).text();
  const below = async (folder: string): Promise<string[]> => Object.keys(await filesBelow(folder));

  withClient("claude")(
    "Claude Code adds it by git and by file, and installs and validates every plugin; running one needs an account",
    async () => {
      for (const address of ["marketplace.git", "marketplace.json"]) {
        const home = temporaryDirectory();
        const claude = (...args: string[]) => client("claude", home, ["plugin", ...args]);
        expect(await claude("marketplace", "add", `${secretBase}/${address}`)).toContain("Successfully added");
        for (const item of Object.values(items)) {
          expect(await claude("install", `${pluginOf(item)}@${await marketplace()}`)).toContain(
            "Successfully installed",
          );
        }
        const cache = join(home, ".claude/plugins/cache", await marketplace());
        const found = await below(join(cache, pluginOf(items.agent), "1.0.0"));
        expect(found).toContain(`agents/${items.agent.slug}.md`);
        expect(found).toContain(`skills/${items.skill.slug}/SKILL.md`);
        for (const item of Object.values(items)) {
          const validated = await claude("validate", join(cache, pluginOf(item), "1.0.0"));
          expect(validated).toMatch(/Validation passed$/m);
        }
      }
    },
  );

  withClient("codex")("Codex adds it, and installs plugins; running one needs an account", async () => {
    const home = temporaryDirectory();
    const codex = (...args: string[]) => client("codex", home, ["plugin", ...args]);
    expect(await codex("marketplace", "add", `${secretBase}/marketplace.git`)).toContain("Added marketplace");
    for (const item of [items.skill, items.mcp, items.hook, items.agent]) {
      expect(await codex("add", `${pluginOf(item)}@${await marketplace()}`)).toContain("Added plugin");
    }
    expect(await codex("list")).toMatch(new RegExp(`${pluginOf(items.skill)}\\S*\\s+installed, enabled\\s+1\\.0\\.0`));
  });

  withClient("copilot")("Copilot CLI adds it, and installs plugins; running one needs an account", async () => {
    const home = temporaryDirectory();
    const copilot = (...args: string[]) => client("copilot", home, ["plugin", ...args]);
    expect(await copilot("marketplace", "add", `${secretBase}/marketplace.git`)).toContain("added successfully");
    for (const item of [items.skill, items.mcp, items.agent]) {
      expect(await copilot("install", `${pluginOf(item)}@${await marketplace()}`)).toContain("installed successfully");
    }
    expect(await copilot("list")).toContain(`${pluginOf(items.agent)}@${await marketplace()} (v1.0.0)`);
  });

  withClient("gemini")("Gemini CLI installs extensions; running one needs an account", async () => {
    const home = temporaryDirectory();
    const gemini = (...args: string[]) => client("gemini", home, ["extensions", ...args]);
    for (const item of [items.agent, items.mcp]) {
      const address = `${secretBase}/gemini/${pluginOf(item)}.git`;
      expect(await gemini("install", "--consent", address)).toContain("installed successfully");
    }
    expect(await gemini("list")).toContain(`${pluginOf(items.agent)} (1.0.0)`);
    const found = await below(join(home, ".gemini/extensions", pluginOf(items.agent)));
    expect(found).toContain(`commands/${items.prompt.slug}.toml`);
    expect(found).toContain(`skills/${items.skill.slug}/SKILL.md`);
  });

  withClient("opencode")("OpenCode lists the skills of the address; using one needs a model", async () => {
    const home = temporaryDirectory();
    const skills = { urls: [`${secretBase}/.well-known/skills/`] };
    await writeFile(join(home, "opencode.json"), JSON.stringify({ skills }));
    const { stdout } = await runClient("opencode", ["debug", "skill"], { home });
    const listed = JSON.parse(stdout) as { location: string }[];
    // It calls a skill by the name in its SKILL.md.
    const found = listed.find(({ location }) => location.endsWith(`/${items.skill.slug}/SKILL.md`));
    expect(await readFile(found?.location ?? "", "utf8")).toBe(await skillMd());
  });

  withClient("skills")("npx skills installs the skills of the address, byte for byte", async () => {
    const home = temporaryDirectory();
    const args = ["add", secretBase, "--yes", "--skill", "*", "--agent", "claude-code", "--copy"];
    await client("skills", home, args);
    const folder = join(home, ".claude/skills", items.skill.slug);
    expect(await readFile(join(folder, "SKILL.md"), "utf8")).toBe(await skillMd());
    expect(await readFile(join(folder, ICON.path), "base64")).toBe(ICON.content);
  });
});
