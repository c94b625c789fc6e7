import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ID, installed, PATH, SHARED_PATH, textOf, workplace } from "../../testing/tidy-registry.js";

describe("a file that two harnesses share", () => {
  const inBoth = async (): ReturnType<typeof workplace> => {
    const place = await workplace();
    const { machine, registry } = place;
    expect(await machine.run("install tidy --harness codex --harness goose --yes")).toMatchObject({ exitCode: 0 });
    registry.latest = "2.0.0";
    return { ...place, file: join(machine.cwd, SHARED_PATH) };
  };
  const DISPLACED = `${SHARED_PATH} belongs to ada/tidy 2.0.0 in codex`;

  test("has the version of the one that was updated last, and the other one is told apart", async () => {
    const { machine, file } = await inBoth();
    const { exitCode, stderr } = await machine.run("update tidy --harness codex --yes");
    expect([exitCode, readFileSync(file, "utf8")]).toEqual([0, textOf("2.0.0")]);
    expect(stderr).toContain(`${DISPLACED}, and not to ada/tidy 1.0.0 in goose.`);
    const verified = await machine.run("verify --offline");
    expect(verified.exitCode).toBe(6);
    expect(verified.stdout).toMatch(/codex +project +ok/);
    expect(verified.stdout).toMatch(new RegExp(`goose +project +changed +${DISPLACED}`));
    expect(await machine.run("install --yes")).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(DISPLACED),
    });
    expect(readFileSync(file, "utf8")).toBe(textOf("2.0.0"));
    expect(await machine.run("update tidy --yes")).toMatchObject({ exitCode: 0 });
    expect(await machine.run("verify --offline")).toMatchObject({ exitCode: 0 });
  });

  test("has the version that was explicitly installed last", async () => {
    const { machine, file } = await inBoth();
    for (const harness of ["codex", "goose"]) await machine.run(`update tidy --harness ${harness} --yes`);
    await machine.run("install tidy@1.0.0 --update --harness codex --yes");
    expect(readFileSync(file, "utf8")).toBe(textOf("1.0.0"));
    await machine.run("install tidy --harness goose --yes");
    expect(readFileSync(file, "utf8")).toBe(textOf("2.0.0"));
  });

  test("is changed by an update only if that is confirmed", async () => {
    const { machine, file } = await inBoth();
    const { exitCode, stderr } = await machine.run("update tidy --harness codex");
    expect([exitCode, readFileSync(file, "utf8")]).toEqual([6, textOf("1.0.0")]);
    expect(stderr).toContain(`${SHARED_PATH}: already exists, from another install`);
  });
});

describe("what is pinned", () => {
  test.each([
    [
      "no longer in the registry",
      { status: 404, body: { code: "not_found", detail: `The skill ${ID} was not found.` } },
      { exitCode: 5, message: "tack.lock pins ada/tidy 1.0.0, which", remedy: "tack uninstall skill:ada/tidy" },
    ],
    [
      "of another digest than tack.lock has",
      { status: 409, body: { code: "conflict", detail: "The lock was made for a different version." } },
      { exitCode: 6, message: "The lock was made for", remedy: "tack install skill:ada/tidy --update --item-version" },
    ],
  ] as const)("is named with what to do when it is %s", async (_, refusal, said) => {
    const { machine, registry } = await installed();
    registry.refusal = refusal;
    const ran = await machine.run("install --yes");
    expect(ran.exitCode).toBe(said.exitCode);
    expect(ran.stderr).toContain(said.message);
    expect(ran.stderr).toContain(said.remedy);
  });

  test("is told apart when its version was yanked", async () => {
    const { machine, registry } = await installed();
    registry.yanked = ["1.0.0"];
    expect(await machine.run("verify")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/ok +ada\/tidy 1\.0\.0 is yanked/),
    });
    registry.latest = "0.9.0";
    expect((await machine.run("outdated")).stdout).toMatch(/1\.0\.0 +0\.9\.0 +1\.0\.0 is yanked/);
  });

  test("is removed although it was changed, and named, unless changes are to be kept", async () => {
    const { machine, file } = await installed();
    writeFileSync(file, "mine");
    const kept = await machine.run("uninstall tidy --yes --keep-changed");
    expect(kept).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`${PATH} was changed after it was`) });
    expect(readFileSync(file, "utf8")).toBe("mine");
    await machine.run("install tidy --harness claude-code --yes");
    writeFileSync(file, "mine too");
    const removed = await machine.run("uninstall tidy --yes");
    expect(removed.stderr).toContain(`! ${PATH} was changed. It is removed, and a backup is kept in`);
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});
