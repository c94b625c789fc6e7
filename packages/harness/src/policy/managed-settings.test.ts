import { describe, expect, test } from "vitest";
import type { McpServer } from "../neutral.js";
import { SEARCH, TRACKER } from "../testing/examples.js";
import { managedSettings, type ManagedCatalogue } from "./managed-settings.js";
import { addressPattern } from "./server-matchers.js";

test.each([
  ["https://mcp.acme.test/mcp", "https://mcp.acme.test/mcp"],
  ["https://mcp.acme.test/${TENANT}/mcp?key=$KEY", "https://mcp.acme.test/*/mcp?key=*"],
  // Without a path a pattern would allow every path of the host.
  ["https://mcp.acme.test", "https://mcp.acme.test/"],
  ["https://mcp.acme.test?a=1", "https://mcp.acme.test?a=1"],
  // A star there would stand for a host that nobody has approved.
  ["https://${HOST}/mcp", undefined],
  ["https://${TENANT}.acme.test/mcp", undefined],
  ["https://mcp.acme.test:$PORT/mcp", undefined],
  ["${URL}", undefined],
  ["https://*.acme.test/mcp", undefined],
  ["https://mcp.acme.test/*", undefined],
  ["https://evil.test\\@mcp.acme.test/", undefined],
  ["mcp.acme.test/mcp", undefined],
  ["", undefined],
])("the address %s is allowed as %s", (url, pattern) => {
  expect(addressPattern(url)).toBe(pattern);
});

const at = (name: string, url: string): McpServer => ({ ...SEARCH, name, url });
const running = (...command: string[]): McpServer => ({ ...TRACKER, command, env: [{ name: "TOKEN" }] });
const catalogueOf = (...servers: McpServer[]): ManagedCatalogue => ({
  servers: servers.map((server) => ({ label: `ada/${server.name} 1.0.0`, server })),
  ownAddresses: ["https://tack.acme.test/mcp"],
  marketplace: { name: "tackroom", url: "https://tack.acme.test/c/<secret>/marketplace.git" },
});
const read = (...[harness, catalogue]: Parameters<typeof managedSettings>) =>
  JSON.parse(managedSettings(harness, catalogue).content);

describe("managed settings", () => {
  test("of Claude Code allow what is approved, and nothing that people add", () => {
    const source = { source: "git", url: "https://tack.acme.test/c/<secret>/marketplace.git" };
    expect(read("claude-code", catalogueOf(SEARCH, TRACKER))).toEqual({
      allowManagedMcpServersOnly: true,
      allowedMcpServers: [
        { serverUrl: "https://mcp.acme.test/mcp" },
        { serverUrl: "https://tack.acme.test/mcp" },
        { serverCommand: ["npx", "-y", "@acme/tracker@1.4.0", "--project", "shop"] },
      ],
      deniedMcpServers: [],
      extraKnownMarketplaces: { tackroom: { source, autoUpdate: true } },
      strictKnownMarketplaces: [source],
    });
  });

  test("of Copilot have the names that it knows", () => {
    expect(Object.keys(read("copilot", catalogueOf(SEARCH)))).toEqual([
      "allowedMcpServers",
      "deniedMcpServers",
      "extraKnownMarketplaces",
      "strictKnownMarketplaces",
    ]);
  });

  test("are the same bytes for the same catalogue, in whatever order it comes", () => {
    const servers = [SEARCH, TRACKER, at("b", "https://b.test/mcp"), running("uvx", "a"), running("npx", "b"), SEARCH];
    const { content, allowedCount } = managedSettings("claude-code", catalogueOf(...servers));
    expect(managedSettings("claude-code", catalogueOf(...servers.toReversed())).content).toBe(content);
    expect(allowedCount).toBe(6);
    expect(content.endsWith("}\n")).toBe(true);
  });

  test("have a command with variables as each client has it in its file", () => {
    const server = running("npx", "-y", "tool", "${TOKEN}");
    const commandsFor = (harness: "claude-code" | "copilot") =>
      read(harness, catalogueOf(server)).allowedMcpServers.slice(1);
    expect(commandsFor("claude-code")).toEqual([{ serverCommand: ["npx", "-y", "tool", "${TOKEN}"] }]);
    expect(commandsFor("copilot")).toEqual([
      { serverCommand: ["npx", "-y", "tool", "${TOKEN}"] },
      { serverCommand: ["npx", "-y", "tool", "${input:TOKEN}"] },
    ]);
    expect(managedSettings("copilot", catalogueOf(server)).notes.join()).toContain("ada/tracker 1.0.0");
  });

  test("say what they leave out, by name up to ten", () => {
    const hosts = Array.from({ length: 12 }, (_, number) => at(`server-${number}`, "https://${HOST}/mcp"));
    const { notes, allowedCount } = managedSettings("claude-code", catalogueOf(...hosts));
    expect(allowedCount).toBe(1);
    expect(notes.join("\n")).toMatch(/ada\/server-0 1\.0\.0.* and 2 more\./);
    expect(notes.join("\n")).toMatch(/does not receive OTLP/);
  });

  test("leave marketplaces out if there is none that clients could read", () => {
    const catalogue = { ...catalogueOf(SEARCH), marketplace: null };
    expect(read("claude-code", catalogue)).not.toHaveProperty("strictKnownMarketplaces");
    expect(managedSettings("claude-code", catalogue).notes.join()).toContain("Choose one");
  });
});
