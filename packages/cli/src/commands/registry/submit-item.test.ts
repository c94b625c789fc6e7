import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

async function workplace(): Promise<{ sent: unknown[]; ada: TestMachine }> {
  const sent: unknown[] = [];
  const known = { id: "1", slug: "tidy", qualified_name: "ada/tidy", version: "1.4.2" };
  const address = await fakeServer((method, path, { body }) => {
    if (method === "GET") return { body: { ...known, description: "Tidies up", task_type: "refactoring" } };
    sent.push([path, body]);
    return { body: { ...known, ...(body as object), risk_signals: [] } };
  });
  return { sent, ada: testMachine(address) };
}

const FLAGS = "--category general --item-version 1.0.0 --yes --description Time";

describe("tack registry mcp submit", () => {
  test.each([
    ["clock --", ["npx", "-y", "@acme/clock@2.0.0"], { command: "npx", args: ["-y", "@acme/clock@2.0.0"] }],
    ["--name clock --", ["npx", "-y", "@acme/clock@2.0.0"], { command: "npx", args: ["-y", "@acme/clock@2.0.0"] }],
    ["clock --", ["https://mcp.example.com/mcp"], { url: "https://mcp.example.com/mcp", transport: "streamable-http" }],
  ])("takes a command: %s %j", async (words, more, reach) => {
    const { ada, sent } = await workplace();
    expect(await ada.run(`registry mcp submit ${FLAGS} ${words}`, { more })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(sent).toMatchObject([["/api/v1/mcps", { name: "clock", ...reach }]]);
  });

  test("sends the names of variables, never their values", async () => {
    const { ada, sent } = await workplace();
    const ran = await ada.run(`registry mcp submit ${FLAGS} clock -- CLOCK_TOKEN=s3cret npx -y clock`);
    expect(ran.stderr).toContain("CLOCK_TOKEN");
    expect(sent).toMatchObject([
      ["/api/v1/mcps", { environment_variables: [{ name: "CLOCK_TOKEN", required: true }] }],
    ]);
    expect(JSON.stringify(sent)).not.toContain("s3cret");
  });

  test("takes pasted JSON on standard input, and one of several by its name", async () => {
    const { ada, sent } = await workplace();
    const servers = {
      clock: { command: "npx", args: ["-y", "clock"] },
      feed: { url: "https://x.example/sse", type: "sse" },
    };
    const stdin = JSON.stringify({ mcpServers: servers });
    const unclear = await ada.run(`registry mcp submit - ${FLAGS}`, { stdin });
    expect(unclear).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("clock, feed") });
    expect(await ada.run(`registry mcp submit - --name feed ${FLAGS}`, { stdin })).toMatchObject({ exitCode: 0 });
    expect(sent).toMatchObject([["/api/v1/mcps", { name: "feed", url: "https://x.example/sse", transport: "sse" }]]);
    const nothing = await ada.run(`registry mcp submit - ${FLAGS}`, { stdin: "{}" });
    expect(nothing).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("mcpServers") });
  });

  test("shows what it would send with --dry-run, and sends nothing", async () => {
    const { ada, sent } = await workplace();
    const ran = await ada.run(`registry mcp submit ${FLAGS} --dry-run -o json clock -- npx clock`);
    expect(JSON.parse(ran.stdout)).toMatchObject({ dry_run: true, body: { name: "clock", command: "npx" } });
    expect(sent).toEqual([]);
  });
});

describe("tack registry mcp release", () => {
  test.each([
    ["--", ["npx", "-y", "@acme/clock@2.1.0"], ""],
    ["-", [], '{"mcpServers":{"clock":{"command":"npx","args":["-y","@acme/clock@2.1.0"]}}}'],
  ])("takes a command or pasted JSON as submit does: %s %j", async (words, more, stdin) => {
    const { ada, sent } = await workplace();
    const ran = await ada.run(`registry mcp release ada/clock --item-version 2.1.0 --yes ${words}`, { more, stdin });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(sent).toMatchObject([[expect.stringContaining("/api/v1/mcps/"), { version: "2.1.0" }]]);
    expect(JSON.stringify(sent)).toContain('"args":["-y","@acme/clock@2.1.0"]');
  });
});

describe("tack registry skill release", () => {
  function write(ada: TestMachine, frontMatter: string): void {
    mkdirSync(join(ada.cwd, "tidy"), { recursive: true });
    writeFileSync(join(ada.cwd, "tidy/SKILL.md"), `---\nname: tidy\n${frontMatter}---\n\nTidy.\n`);
  }

  test("does not ask again what the item says, unless the source says otherwise", async () => {
    const { ada, sent } = await workplace();
    write(ada, "description: Tidies better\n");
    expect(await ada.run("registry skill release tidy tidy --item-version 1.5.0 --yes")).toMatchObject({ exitCode: 0 });
    expect(sent).toMatchObject([
      [
        "/api/v1/skills/tidy/versions",
        { version: "1.5.0", description: "Tidies better", extra: { task_type: "refactoring" } },
      ],
    ]);
  });

  test("suggests the next version on a terminal", async () => {
    const { ada, sent } = await workplace();
    write(ada, "description: Tidies better\n");
    const ran = await ada.run("registry skill release tidy tidy --yes", { terminal: true, stdin: "\r" });
    expect(ran).toMatchObject({ exitCode: 0 });
    expect(sent).toMatchObject([[expect.any(String), { version: "1.4.3" }]]);
  });

  test("sends nothing with --dry-run", async () => {
    const { ada, sent } = await workplace();
    write(ada, "description: Tidies better\n");
    const ran = await ada.run("registry skill release tidy tidy --item-version 1.5.0 --dry-run");
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("nothing was sent") });
    expect(sent).toEqual([]);
  });
});
