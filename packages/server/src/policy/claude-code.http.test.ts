import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NewFeed, Policy } from "@tackroom/contract";
import { expect, test } from "vitest";
import { stockShelf } from "../../test/items.js";
import { createSend, invitePeople } from "../../test/people.js";
import { clientAt, runClient, whatItSays } from "../../test/real-clients.js";
import { startTestServer } from "../../test/server.js";
import { temporaryDirectory } from "../../test/temporary.js";

/** Its settings are read in /etc, which the test replaces for the client alone. */
const mayReplaceEtc = process.platform === "linux" && process.getuid?.() === 0;
const claudeCode = clientAt("claude");
const why = claudeCode ? "requires root on Linux" : "not installed in TEST_CLIENTS";

test.skipIf(!claudeCode || !mayReplaceEtc)(`Claude Code obeys the file (${why})`, { timeout: 300_000 }, async () => {
  const server = await startTestServer();
  const send = createSend(server);
  const { admin, ...people } = await invitePeople(server);
  const shelf = stockShelf(send, admin);
  const ada = await people.join();
  await shelf.publish("mcps", ada, { command: "npx", args: ["-y", "approved@1.0.0"] });
  const remote = { command: undefined, args: undefined, transport: "streamable-http" };
  await shelf.publish("mcps", ada, { ...remote, url: "https://host.acme.test" });
  await shelf.publish("mcps", ada, { ...remote, url: "https://mcp.acme.test/${TENANT}/mcp" });
  const { token } = admin;
  const feed = (await send("POST /feeds", { token, body: { name: "Laptops", content: "public" } })).json<NewFeed>();
  const policy = (await send(`GET /policy/claude-code?feed_id=${feed.id}`, { token })).json<Policy>();
  await server.close();

  const [etc, home] = [temporaryDirectory(), temporaryDirectory()];
  cpSync("/etc", etc, { recursive: true, verbatimSymlinks: true });
  const place = policy.places.find(({ platform }) => platform === "linux")?.path ?? "";
  mkdirSync(dirname(join(etc, place.slice("/etc/".length))), { recursive: true });
  const text = policy.content.replaceAll(policy.secret_placeholder ?? "", feed.secret);
  writeFileSync(join(etc, place.slice("/etc/".length)), text);
  const inside = ["-m", "sh", "-c", 'mount --bind "$ETC" /etc && cd "$HOME" && exec "$@"', "sh", claudeCode ?? ""];
  const claude = (...args: string[]): Promise<string> =>
    whatItSays(runClient("unshare", [...inside, ...args], { home, env: { ETC: etc } }));
  const adding = (name: string, url: string) => claude("mcp", "add", "--transport", "http", name, url);
  const [added, refused] = [/Added (HTTP|stdio) MCP server/, /not allowed by enterprise policy/];
  expect(await claude("mcp", "add", "a", "--", "npx", "-y", "approved@1.0.0")).toMatch(added);
  expect(await claude("mcp", "add", "b", "--", "npx", "-y", "approved@2.0.0")).toMatch(refused);
  expect(await adding("c", "https://host.acme.test/")).toMatch(added);
  expect(await adding("d", "https://host.acme.test/other")).toMatch(refused);
  expect(await adding("e", "https://mcp.acme.test/blue/mcp")).toMatch(added);
  expect(await adding("f", "https://mcp.acme.test/blue/other")).toMatch(refused);
  expect(await adding("g", "http://localhost:8000/mcp")).toMatch(added);
  const marketplace = (url: string) => claude("plugin", "marketplace", "add", url);
  expect(await marketplace("https://evil.test/x.git")).toMatch(/blocked by enterprise policy/);
  expect(await marketplace(`${feed.url}/marketplace.git`)).not.toMatch(/blocked by enterprise policy/);
});
