import { beforeAll, describe, expect, test } from "vitest";
import { startGitHost } from "../../../install/testing/git-host.js";
import { runServer } from "../../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../../testing/run-tack.js";

const SOURCE = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "tickets", version: "1.0.0" });
server.tool("list_tickets", "Lists all open tickets of a project", {}, async () => ({ content: [] }));
`;

const packageJson = (version: string): string =>
  JSON.stringify(
    { name: "tickets", version, bin: "index.js", dependencies: { "@modelcontextprotocol/sdk": "1.0.0" } },
    null,
    2,
  );

describe("an MCP server that follows its repository", () => {
  let admin: TestMachine;
  beforeAll(async () => {
    const env = { ALLOW_INTERNAL_GIT_URLS: "true", MCP_ALLOW_HTTP_GIT: "true" };
    admin = testMachine((await runServer(env)).address);
    await admin.run("login --email root@example.com --password Correct-Horse-7");
  });

  async function succeed(words: string, ...more: string[]): Promise<{ stdout: string; stderr: string }> {
    const ran = await admin.run(words, { more });
    expect([words, ran.exitCode, ran.exitCode === 0 ? "" : ran.stderr]).toEqual([words, 0, ""]);
    return ran;
  }

  test("submitted by its address, approved, synced, turned off", async () => {
    const repository = await startGitHost({ "index.js": SOURCE, "package.json": packageJson("1.0.0") });
    const submitted = await succeed(
      `registry mcp submit ${repository.url} --name tickets --category productivity --yes --description`,
      "Reads and closes tickets",
    );
    expect(submitted.stderr).toContain(`Found 1 tool and`);
    expect(await admin.json("registry mcp show tickets")).toMatchObject({
      version: "1.0.0",
      tools: [{ name: "list_tickets" }],
    });
    const early = await admin.run("registry mcp sync enable tickets");
    expect([early.exitCode, early.stderr]).toEqual([7, expect.stringContaining("has no approved version")]);
    // The analysis of the server changes what is approved.
    await expect.poll(() => admin.json("registry mcp show tickets")).toMatchObject({ mcp_validated: true });
    expect((await succeed("review show tickets")).stdout).toContain("✓ analysis: Found 1 tool.");
    await succeed("review approve tickets");

    const enabled = await succeed("registry mcp sync enable tickets --release --branch main");
    expect(enabled.stdout).toMatch(/^triggers +push, release\nbranch +main\nhost +host_a \(detected\)\n/);
    expect(enabled.stdout).toMatch(/\nsecret +[0-9a-f]{64}\n/);
    expect(enabled.stderr).toContain("not shown again");
    expect(await admin.json("registry mcp sync enable tickets --no-push")).toMatchObject({
      sync_on_push: false,
      sync_on_release: true,
      branch: "main",
    });
    const other = (await admin.json("registry mcp sync enable tickets --push --provider host_b")) as object;
    expect(other).toMatchObject({ provider: "host_b", secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const rotated = await admin.json("registry mcp sync rotate-secret tickets");
    expect(rotated).not.toMatchObject({ secret: (other as { secret: string }).secret });

    repository.push({ "package.json": packageJson("1.1.0") });
    expect((await succeed("registry mcp sync run tickets --wait")).stdout).toBe("✓ Published tickets 1.1.0.\n");
    expect((await succeed("registry mcp sync run tickets --wait")).stdout).toContain("already published");
    expect((await succeed("registry mcp sync history tickets")).stdout).toMatch(/main +success +1\.1\.0/);
    const status = await admin.json("registry mcp sync status tickets");
    expect(status).toMatchObject({ last_sync_status: "skipped", last_version: "1.1.0" });
    expect(status).not.toHaveProperty("secret");

    await succeed("registry mcp sync disable tickets --yes");
    expect((await succeed("registry mcp sync status tickets")).stdout).toContain("Git sync is off");
    expect((await admin.run("registry mcp sync run tickets")).exitCode).toBe(5);
  });

  test("a repository that cannot be fetched is submitted all the same", async () => {
    const words = "registry mcp submit http://127.0.0.1:9/gone.git --category general --item-version 1.0.0 --yes";
    const { stderr } = await succeed(words, "--description", "Is not there");
    expect(stderr).toContain("! The repository was not analyzed: ");
  });
});
