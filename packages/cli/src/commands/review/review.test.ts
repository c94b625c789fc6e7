import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const ID = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";
const DIGEST = `sha256:${"a".repeat(64)}`;

/** A first version, as its authors may change it while it is being reviewed. */
interface Submitted {
  digest: string;
  description: string;
  text: string;
  diff: unknown;
  /** The bodies of decisions that were sent. */
  readonly decided: unknown[];
}

async function submitted(): Promise<{ submission: Submitted; reviewer: TestMachine }> {
  const submission: Submitted = {
    digest: DIGEST,
    description: "Tidies",
    text: "---\nname: tidy\n---\n\nRun rm -rf on what is old.\n",
    diff: null,
    decided: [],
  };
  const nothing = { allowed_tools: [], tools: [], hosts: [], environment_variables: [] };
  const address = await fakeServer((method, path, { body }) => {
    const { digest, description, diff, text } = submission;
    const about = { type: "skill", id: ID, name: "tidy", version: "1.0.0", owner: "ada" };
    if (method === "POST") {
      submission.decided.push(body);
      return { body: { ...about, status: "approved" } };
    }
    if (path.endsWith("/comments")) return { body: { items: [], total: 0, submission: null } };
    if (path.endsWith("/files")) {
      const file = { change: "added", before: null, is_binary: false, is_truncated: false };
      return {
        body: { version: "1.0.0", digest, base_version: null, files: [{ ...file, file: "SKILL.md", after: text }] },
      };
    }
    const risk = {
      code: "destructive",
      severity: "high",
      path: "x",
      file: "SKILL.md",
      line: 5,
      message: "Deletes files",
    };
    const permissions = { before: null, after: nothing, added: nothing };
    return { body: { ...about, digest, description, diff, permissions, risk_signals: [risk], changelog: null } };
  });
  return { submission, reviewer: testMachine(address) };
}

describe("tack review show", () => {
  test("prints all of a first version, its risks first", async () => {
    const { reviewer } = await submitted();
    const { stdout } = await reviewer.run("review show tidy");
    expect(stdout).toMatch(/! high SKILL\.md:5: Deletes files\n[^]*── SKILL\.md\n[^]*Run rm -rf on what is old\./);
    expect(await reviewer.json("review show tidy")).toMatchObject({ files: [{ file: "SKILL.md" }] });
  });

  test("prints what a later version changes, not all of it", async () => {
    const { reviewer, submission } = await submitted();
    submission.diff = { from: "0.9.0", to: "1.0.0", fields: [], texts: [{ path: "SKILL.md", unified: "-a\n+b" }] };
    const { stdout } = await reviewer.run("review show tidy");
    expect(stdout).toContain("0.9.0 → 1.0.0");
    expect(stdout).not.toContain("── SKILL.md");
  });

  test("goes through the pager on a terminal, and past one that does not exist", async () => {
    const { reviewer } = await submitted();
    const shown = join(reviewer.cwd, "shown");
    const paged = await reviewer.run("review show tidy", { terminal: true, env: { PAGER: `cat > '${shown}'` } });
    expect(paged.stdout).toBe("");
    expect(readFileSync(shown, "utf8")).toContain("Run rm -rf on what is old.");
    const missing = await reviewer.run("review show tidy", {
      terminal: true,
      env: { PAGER: "no-such-pager 2>/dev/null" },
    });
    expect(missing.stdout).toContain("Run rm -rf on what is old.");
    const piped = await reviewer.run("review show tidy", { env: { PAGER: `cat > '${shown}'` } });
    expect(piped.stdout).toContain("Run rm -rf on what is old.");
  });
});

describe("tack review approve", () => {
  test("sends the digest that was shown", async () => {
    const { reviewer, submission } = await submitted();
    await reviewer.run("review show tidy");
    expect(await reviewer.run("review approve tidy")).toMatchObject({ exitCode: 0 });
    expect(submission.decided).toEqual([{ digest: DIGEST }]);
  });

  test.each([
    ["content", (submission: Submitted) => (submission.digest = `sha256:${"b".repeat(64)}`)],
    ["description", (submission: Submitted) => (submission.description = "Does something else")],
  ])("is refused when the %s changed since it was shown, until it is read again", async (_, change) => {
    const { reviewer, submission } = await submitted();
    await reviewer.run("review show tidy");
    change(submission);
    for (const words of ["review approve tidy", "review approve tidy tidy", "review approve tidy --dry-run"]) {
      const refused = await reviewer.run(words);
      expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining("tack review show tidy") });
    }
    expect(submission.decided).toEqual([]);
    await reviewer.run("review show tidy");
    expect(await reviewer.run("review approve tidy")).toMatchObject({ exitCode: 0 });
  });

  test("of a digest that is given needs no reading here", async () => {
    const { reviewer, submission } = await submitted();
    await reviewer.run("review show tidy");
    submission.digest = `sha256:${"b".repeat(64)}`;
    await reviewer.run(`review approve tidy --digest ${submission.digest}`);
    expect(submission.decided).toEqual([{ digest: submission.digest }]);
  });

  test("is forgotten with the decision: the next version is another matter", async () => {
    const { reviewer, submission } = await submitted();
    await reviewer.run("review show tidy");
    await reviewer.run("review approve tidy");
    submission.digest = `sha256:${"c".repeat(64)}`;
    expect(await reviewer.run("review approve tidy")).toMatchObject({ exitCode: 0 });
  });

  test.each(["approve tidy", "approve tidy tidy", "reject tidy", "request-changes tidy"])(
    "%s sends nothing with --dry-run",
    async (words) => {
      const { reviewer, submission } = await submitted();
      const ran = await reviewer.run(`review ${words} --dry-run`);
      expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("nothing was sent") });
      expect(submission.decided).toEqual([]);
    },
  );
});
