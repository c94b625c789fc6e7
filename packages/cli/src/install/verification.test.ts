import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { attest, digestOf, fakeRegistry, fakeSkill, type FakeSkill } from "../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../testing/run-tack.js";

const INSTALL = "registry skill install tidy --harness claude-code --yes";
const CONFLICT = 6;

async function workplace(): Promise<{ skill: FakeSkill; machine: TestMachine; file: string }> {
  const skill = fakeSkill();
  const machine = testMachine(await fakeRegistry(skill));
  return { skill, machine, file: join(machine.cwd, ".claude/skills/tidy/SKILL.md") };
}

async function installed(): ReturnType<typeof workplace> {
  const place = await workplace();
  expect(await place.machine.run(INSTALL)).toMatchObject({ exitCode: 0 });
  return place;
}

describe("a first install", () => {
  test("writes the digest that was computed here to tack.lock", async () => {
    const { machine, skill } = await installed();
    const lock = JSON.parse(readFileSync(join(machine.cwd, "tack.lock"), "utf8")) as { items: { digest: string }[] };
    expect(lock.items[0]?.digest).toBe(digestOf(skill.artifact ?? ""));
  });

  test.each([
    ["serves other bytes than it says", (skill: FakeSkill) => (skill.artifact = "other")],
    ["says another digest", (skill: FakeSkill) => (skill.digest = digestOf("other"))],
    ["serves nothing", (skill: FakeSkill) => (skill.artifact = undefined)],
  ])("is rejected when the registry %s", async (_, change) => {
    const { machine, skill, file } = await workplace();
    change(skill);
    expect(await machine.run(INSTALL)).toMatchObject({ exitCode: CONFLICT });
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(machine.cwd, "tack.lock"))).toBe(false);
  });
});

describe("an install that tack.lock pins", () => {
  test("is rejected when the registry repeats the digest and serves other bytes", async () => {
    const { machine, skill, file } = await installed();
    const before = readFileSync(file, "utf8");
    skill.artifact = "replaced";
    skill.files = [{ path: ".claude/skills/tidy/SKILL.md", content: "replaced" }];
    const { exitCode, stderr } = await machine.run(INSTALL);
    expect([exitCode, stderr]).toEqual([CONFLICT, expect.stringContaining(digestOf("replaced"))]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("is rejected when the same version is rendered differently, unless --update accepts it", async () => {
    const { machine, skill, file } = await installed();
    const [main] = skill.files;
    skill.files = [
      { path: main?.path ?? "", content: "rendered anew" },
      { path: ".claude/skills/tidy/run.sh", content: "echo", executable: true },
    ];
    const { exitCode, stderr } = await machine.run(INSTALL);
    expect(exitCode).toBe(CONFLICT);
    expect(stderr).toContain("changed: .claude/skills/tidy/SKILL.md");
    expect(stderr).toContain("added: .claude/skills/tidy/run.sh");
    expect(stderr).toContain("--update --item-version 1.0.0");
    expect(readFileSync(file, "utf8")).not.toBe("rendered anew");
    expect(await machine.run(`${INSTALL} --update --item-version 1.0.0`)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "utf8")).toBe("rendered anew");
    skill.files = skill.files.slice(0, 1);
    expect((await machine.run(INSTALL)).stderr).toContain("removed: .claude/skills/tidy/run.sh");
  });

  test("is rejected when the registry answers with another version, and works again unchanged", async () => {
    const { machine, skill } = await installed();
    expect(await machine.run(INSTALL)).toMatchObject({ exitCode: 0 });
    skill.version = "1.0.1";
    expect(await machine.run(INSTALL)).toMatchObject({ exitCode: CONFLICT });
  });

  test("is not compared with files that were written on another platform", async () => {
    const { machine, skill } = await installed();
    const lock = join(machine.cwd, "tack.lock");
    writeFileSync(lock, readFileSync(lock, "utf8").replace('"scope"', '"platform": "windows",\n      "scope"'));
    skill.files = [{ path: ".claude/skills/tidy/SKILL.md", content: "for here" }];
    expect(await machine.run(INSTALL)).toMatchObject({ exitCode: 0 });
  });
});

describe("tack verify", () => {
  interface Report {
    readonly error: {
      readonly result: { readonly items: readonly { readonly status: string; readonly problems: string[] }[] };
    };
  }
  const verify = async (
    machine: TestMachine,
    flags = "",
  ): Promise<{ exitCode: number; status: string; problems: string }> => {
    const { exitCode, stderr } = await machine.run(`verify -o json ${flags}`);
    const [item] = stderr === "" ? [] : (JSON.parse(stderr) as Report).error.result.items;
    return { exitCode, status: item?.status ?? "ok", problems: item?.problems.join("; ") ?? "" };
  };

  test("is content with what it has hashed itself", async () => {
    const { machine, skill } = await installed();
    expect(await verify(machine)).toMatchObject({ exitCode: 0, status: "ok" });
    skill.attestation = attest(skill);
    expect(await verify(machine)).toMatchObject({ exitCode: 0, status: "ok" });
    skill.name = "ada/renamed";
    skill.attestation = attest(skill);
    expect(await verify(machine)).toMatchObject({ exitCode: 0, status: "ok" });
  });

  test("finds a file that was changed, without the registry too", async () => {
    const { machine, file } = await installed();
    writeFileSync(file, "changed");
    for (const flags of ["", "--offline"]) {
      expect(await verify(machine, flags)).toMatchObject({
        exitCode: CONFLICT,
        status: "changed",
        problems: ".claude/skills/tidy/SKILL.md was changed",
      });
    }
  });

  test("finds an artifact that was replaced under its digest, unless it runs offline", async () => {
    const { machine, skill } = await installed();
    skill.artifact = "replaced";
    expect(await verify(machine)).toMatchObject({ exitCode: CONFLICT, status: "registry differs" });
    expect(await verify(machine, "--offline")).toMatchObject({ exitCode: 0 });
  });

  test("says so when a version can no longer be checked", async () => {
    const { machine, skill } = await installed();
    skill.artifact = undefined;
    expect(await verify(machine)).toMatchObject({
      exitCode: CONFLICT,
      status: "can no longer be checked",
      problems: "ada/tidy 1.0.0 can no longer be checked",
    });
  });

  test.each([
    ["is about another digest", (skill: FakeSkill) => attest({ ...skill, digest: digestOf("other") })],
    ["is about another version", (skill: FakeSkill) => attest({ ...skill, version: "2.0.0" })],
    ["is about another item", (skill: FakeSkill) => attest(skill, { predicate: { item_id: "x" } })],
    ["has another text than was signed", (skill: FakeSkill) => attest(skill).replace(/\.[^.]+\./, ".e30.")],
    ["is not signed", () => "e30.e30."],
    ["is not an attestation", () => "hello"],
  ])("finds a release attestation that %s", async (_, make) => {
    const { machine, skill } = await installed();
    skill.attestation = make(skill);
    expect(await verify(machine)).toMatchObject({
      exitCode: CONFLICT,
      status: "registry differs",
      problems: expect.stringContaining("release attestation") as string,
    });
  });

  test("does not read what a lock must not name", async () => {
    const { machine } = await installed();
    const lock = join(machine.cwd, "tack.lock");
    writeFileSync(lock, readFileSync(lock, "utf8").replace(".claude/skills/tidy/SKILL.md", "~/.ssh/id_ed25519"));
    expect(await verify(machine)).toMatchObject({ exitCode: CONFLICT, status: "refused" });
  });
});
