import { expect, test } from "vitest";
import { hostRepository } from "../install/testing/git-host.js";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import { withSource } from "./open-source.js";

test("a folder of a repository that is a link to a folder of this machine is not opened", async () => {
  using machine = temporaryMachine({ env: { PATH: process.env["PATH"] } });
  const files = { "skills/tidy/SKILL.md": "# Tidy\n" };
  const url = await hostRepository(files, { links: { private: machine.cli.home, same: "skills" } });
  const open = (inside: string) =>
    withSource(machine.cli, `${url}/tree/main/${inside}`, undefined, async () => "opened");
  expect(await open("skills")).toBe("opened");
  expect(await open("same")).toBe("opened");
  await expect(open("private")).rejects.toMatchObject({ category: "not_found" });
});

test.each([
  ["tools", "folder:tools"],
  ["alpha/skills", "folder:alpha:skills"],
  ["beta/skills", "folder:beta:skills"],
  ["beta/.claude/agents", "folder:beta:.claude:agents"],
])("the folder %s is remembered as %s", async (path, repository) => {
  using machine = temporaryMachine({ env: { PATH: process.env["PATH"] } });
  machine.write({ [`${path}/x.md`]: "x\n" });
  expect(await withSource(machine.cli, `./${path}`, undefined, async (source) => source.repository)).toBe(repository);
});
