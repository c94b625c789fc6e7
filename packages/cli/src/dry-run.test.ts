import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeServer } from "./testing/fake-registry.js";
import { testMachine } from "./testing/run-tack.js";

const ID = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";

async function dryRun(words: string): Promise<{ exitCode: number; stdout: string; stderr: string; sent: string[] }> {
  const sent: string[] = [];
  const address = await fakeServer((method, path) => {
    sent.push(`${method} ${path}`);
    if (path.endsWith("/admin/users")) return { body: [] };
    if (path.endsWith("/check")) return { body: { warnings: [], consequence: null } };
    return { body: path.includes("/by-handle/") || path.endsWith(ID) ? { id: ID, name: "it" } : { items: [] } };
  });
  return { ...(await testMachine(address).run(`${words} --dry-run`, { env: { TACK_TOKEN: "t" } })), sent };
}

describe("a dry run shows the request that would change something, and sends none", () => {
  test.each([
    ["registry skill archive ada/tidy", "PATCH /api/v1/skills/ada%2Ftidy/archive"],
    ["registry skill delete ada/tidy", "DELETE /api/v1/skills/ada%2Ftidy"],
    ["registry skill transfer ada/tidy --to bob@example.com", "bob@example.com"],
    ["team create Payments --handle payments", "payments"],
    [`team delete ${ID}`, `DELETE /api/v1/teams/${ID}`],
    ["keys create ci", "ci"],
    ["admin set data.retention_days 30", "PUT /api/v1/admin/settings/data.retention_days"],
    ["feed create laptops", "laptops"],
    [`budgets delete ${ID}`, `DELETE /api/v1/budgets/${ID}`],
    ["inbox --read-all", "POST /api/v1/me/inbox/read"],
    ["demo", "skill:careful-migrations"],
  ])("%s", async (words, shown) => {
    const { exitCode, stderr, sent } = await dryRun(words);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Dry run: nothing was sent.")]);
    expect(stderr).toContain(shown);
    expect(sent.filter((each) => !/^GET |\/check$/.test(each))).toEqual([]);
  });

  test("also as JSON", async () => {
    const { stdout } = await dryRun("keys create ci -o json");
    expect(JSON.parse(stdout)).toMatchObject({ dry_run: true, request: { method: "POST", body: { name: "ci" } } });
  });

  test("of an edit neither locks nor unlocks the item", async () => {
    const sent: string[] = [];
    const address = await fakeServer((method, path) => {
      sent.push(`${method} ${path}`);
      return { body: {} };
    });
    const machine = testMachine(address);
    const path = join(machine.cwd, "change.json");
    writeFileSync(path, '{"description": "Tidies more"}');
    const words = `registry skill edit ada/tidy --from-file ${path} --submit --dry-run`;
    const { exitCode, stderr } = await machine.run(words, { env: { TACK_TOKEN: "t" } });
    expect([exitCode, sent]).toEqual([0, []]);
    expect(stderr).toContain("Tidies more");
  });
});

test("a dry run of agent init and agent add shows the file, and writes none", async () => {
  const address = await fakeServer(() => ({ body: { qualified_name: "ada/tidy", version: "1.2.0" } }));
  const machine = testMachine(address);
  const path = join(machine.cwd, "agent.yaml");
  expect((await machine.run("agent init --name reviewer --dry-run")).stdout).toContain("name: reviewer");
  expect(existsSync(path)).toBe(false);
  await machine.run("agent init --name reviewer");
  const before = readFileSync(path, "utf8");
  const added = await machine.json("agent add skill ada/tidy --dry-run", { env: { TACK_TOKEN: "t" } });
  expect(added).toMatchObject({ dry_run: true, path, content: expect.stringContaining("ada/tidy") });
  expect(readFileSync(path, "utf8")).toBe(before);
});
