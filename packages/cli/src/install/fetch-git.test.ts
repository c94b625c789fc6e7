import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Reply } from "./ask-registry.js";
import { fetchGitFolder } from "./fetch-git.js";
import { hostRepository } from "./testing/git-host.js";
import { makeWorkplace } from "./testing/workplace.js";
import { wantedFiles } from "./wanted-files.js";

const machine = () => ({ ...makeWorkplace(), env: { PATH: process.env["PATH"] } });
const FILES = { "skills/tidy/SKILL.md": "# Tidy\n", "skills/tidy/run/go.sh": "#!/bin/sh\n", "README.md": "no\n" };
const MORE = { executable: ["skills/tidy/run/go.sh"], links: { "skills/tidy/out": "/etc/passwd" } };

describe("a folder of a repository", () => {
  test("comes with its files and what may be run, and without links", async () => {
    const where = machine();
    const url = await hostRepository(FILES, MORE);
    const files = await fetchGitFolder(where, { url, ref: "main", path: "/skills/tidy/" }, ".agents/skills/tidy");
    expect(files).toEqual([
      {
        path: ".agents/skills/tidy/SKILL.md",
        edits: [{ kind: "write", content: Buffer.from("# Tidy\n"), executable: false }],
      },
      {
        path: ".agents/skills/tidy/run/go.sh",
        edits: [{ kind: "write", content: Buffer.from("#!/bin/sh\n"), executable: true }],
      },
    ]);
    expect(readdirSync(join(where.home, ".tackroom"))).toEqual([]);
  });

  test("takes the place of the stub that the registry has", async () => {
    const url = await hostRepository(FILES, MORE);
    const reply: Reply = {
      version: "1.0.0",
      version_id: "v",
      digest: "sha256:0",
      warnings: [],
      config_snippet: {
        skill: { name: "tidy", git_url: url, skill_path: "skills/tidy", git_ref: "main", delivery_mode: "git_fetch" },
        files: [{ path: ".agents/skills/tidy/SKILL.md", content: "stub\n" }],
      },
    };
    const files = await wantedFiles(machine(), reply, { kind: "skill", harness: "codex", scope: undefined });
    expect(files.map(({ path, edits: [edit] }) => [path, edit?.kind === "write" && edit.content.toString()])).toEqual([
      [".agents/skills/tidy/SKILL.md", "# Tidy\n"],
      [".agents/skills/tidy/run/go.sh", "#!/bin/sh\n"],
    ]);
  });

  test("that is not there is reported", async () => {
    const url = await hostRepository(FILES);
    const missing = fetchGitFolder(machine(), { url, path: "nope" }, "x");
    await expect(missing).rejects.toMatchObject({ category: "not_found" });
    const noRef = fetchGitFolder(machine(), { url, ref: "nope", path: "" }, "x");
    await expect(noRef).rejects.toMatchObject({ category: "unavailable" });
  });

  test.each([
    "file:///etc",
    "ext::sh -c id",
    "git@host:x.git",
    "ssh://host/x",
    "http://example.com/x.git",
    "--upload-pack=x",
  ])("%s is no address for it", async (url) => {
    await expect(fetchGitFolder(machine(), { url, path: "" }, "x")).rejects.toMatchObject({ category: "validation" });
  });
});
