import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine } from "../../testing/run-tack.js";

test("a plan tells what is left out of each item", async () => {
  const address = await fakeServer((_, path) => ({
    body:
      path === "/api/v1/import/plan"
        ? { results: [{ type: "prompt", path: "commands/fix.md", status: "new", version: "0.1.0", error: null }] }
        : [],
  }));
  const machine = testMachine(address);
  const folder = join(machine.cwd, "all", "commands");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "fix.md"), "---\ndescription: Fixes\nallowed-tools: Read\n---\nFix.\n");
  const { stderr } = await machine.run("import all --dry-run", { env: { TACK_TOKEN: "t" } });
  expect(stderr).toContain("Left out or changed:\n  commands/fix.md: Ignored in fix.md");
  expect(stderr).toContain("allowed-tools");
});

test("what is new is reported as new, also when the answer to its first request was lost", async () => {
  let asked = 0;
  const answer = (status: string) => ({
    results: [
      {
        type: "skill",
        path: "skills/tidy/SKILL.md",
        name: "tidy",
        status,
        id: null,
        qualified_name: "ada/tidy",
        version: "0.1.0",
        error: null,
      },
    ],
  });
  const address = await fakeServer((_, path) => {
    if (path === "/api/v1/import/plan") return { body: answer("new") };
    if (path !== "/api/v1/import") return { body: [] };
    asked += 1;
    if (asked === 1) return { status: 503, headers: { "retry-after": "0" }, body: { detail: "Busy." } };
    return { body: { batch_id: "b", ...answer("unchanged") } };
  });
  const machine = testMachine(address);
  const folder = join(machine.cwd, "all", "skills", "tidy");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), "---\nname: tidy\ndescription: Tidies\n---\n\nTidy.\n");
  const report = await machine.json("import all --yes", { env: { TACK_TOKEN: "t" } });
  expect([asked, report]).toMatchObject([2, { summary: { new: 1, unchanged: 0 } }]);
});
