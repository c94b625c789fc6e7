import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseItem } from "../../install/find-item.js";
import { digestOf } from "../../testing/fake-registry.js";
import type { TestMachine } from "../../testing/run-tack.js";
import { installed, PATH, textOf, workplace } from "../../testing/tidy-registry.js";

const lockOf = ({ cwd }: TestMachine): string => readFileSync(join(cwd, "tack.lock"), "utf8");

test.each([
  ["tidy", { name: "tidy" }],
  ["ada/tidy@1.2.0", { name: "ada/tidy", version: "1.2.0" }],
  ["skill:ada/tidy@1.2.0-rc.1", { kind: "skill", name: "ada/tidy", version: "1.2.0-rc.1" }],
  ["tidy@", { name: "tidy@" }],
])("%s names an item", (typed, item) => {
  expect(parseItem(typed)).toEqual(item);
});

describe("tack install", () => {
  test("finds the kind by the name, and asks for the given version", async () => {
    const { machine, registry, file } = await workplace();
    registry.latest = "1.1.0";
    expect(await machine.run("install ada/tidy@1.0.0 --harness claude-code --yes")).toMatchObject({ exitCode: 0 });
    expect(registry.installs).toMatchObject([{ version: "1.0.0" }]);
    expect(readFileSync(file, "utf8")).toBe(textOf("1.0.0"));
  });

  test("lists the command for each candidate of an ambiguous name", async () => {
    const { machine, registry } = await workplace();
    registry.kinds = ["skill", "agent"];
    const { exitCode, stderr } = await machine.run("install tidy@1.0.0 --yes");
    expect(exitCode).toBe(6);
    expect(stderr).toContain("tack install skill:ada/tidy@1.0.0");
    expect(stderr).toContain("tack install agent:ada/tidy@1.0.0");
  });

  test("repeats the options that were given in what it suggests", async () => {
    const { machine, registry } = await installed();
    registry.latest = "1.1.0";
    const given = "--harness claude-code --scope project";
    const pinned = await machine.run(`install tidy@1.1.0 ${given} --yes`);
    expect(pinned.stderr).toContain(`tack install skill:ada/tidy@1.1.0 --update ${given}`);
    expect((await machine.run(`install tidy ${given} --yes`)).stderr).toContain(`tack update ada/tidy ${given}`);
    expect((await machine.run(`update tidy@1.0.0 ${given}`)).stderr).toContain(`tidy@1.0.0 --update ${given}`);
    registry.kinds = ["skill", "agent"];
    const { stderr } = await machine.run(`install tidy --update ${given} --yes`);
    expect(stderr).toContain(`tack install agent:ada/tidy --update ${given}`);
  });

  test("completes what is installed here for update and uninstall, whatever the registry has", async () => {
    const { machine, registry } = await installed();
    registry.kinds = [];
    const offered = async (...words: string[]): Promise<string[]> =>
      (await machine.run("__complete --", { more: words })).stdout
        .split("\n")
        .flatMap((line) => line.split("\t")[0] || []);
    expect(await offered("uninstall", "ti")).toEqual(["tidy"]);
    expect(await offered("update", "skill:ada/")).toEqual(["skill:ada/tidy"]);
    expect(await offered("uninstall", "agent:")).toEqual([]);
  });

  test("suggests what an unknown name may have meant", async () => {
    const { machine, registry } = await workplace();
    registry.kinds = [];
    const ran = await machine.run("install tidyy");
    expect(ran).toMatchObject({ exitCode: 5, stderr: expect.stringContaining("Did you mean ada/tidy?") });
  });

  test("without a name installs exactly what tack.lock records", async () => {
    const { machine, registry, file } = await installed();
    const lock = lockOf(machine);
    registry.latest = "1.1.0";
    rmSync(file);
    expect(await machine.run("install --yes")).toMatchObject({ exitCode: 0 });
    expect(registry.installs.at(-1)).toMatchObject({ version: "1.0.0", digest: digestOf(textOf("1.0.0")) });
    expect([readFileSync(file, "utf8"), lockOf(machine)]).toEqual([textOf("1.0.0"), lock]);
  });

  test("without a name fails when the registry serves other bytes than tack.lock pins", async () => {
    const { machine, registry, file } = await installed();
    rmSync(file);
    registry.artifactOf = () => "replaced";
    expect(await machine.run("install --yes")).toMatchObject({ exitCode: 6 });
    expect(existsSync(file)).toBe(false);
  });

  test("without a name and without tack.lock says what to do, and does not take --update", async () => {
    const { machine } = await workplace();
    expect(await machine.run("install")).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("tack install <name>"),
    });
    expect(await machine.run("install --update")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("tack update"),
    });
  });

  test("tells that a newer version is there, and how to get it", async () => {
    const { machine, registry } = await installed();
    registry.latest = "1.1.0";
    const { stdout, stderr } = await machine.run("install tidy");
    expect(stdout).toContain("Already installed: ada/tidy 1.0.0");
    expect(stderr).toContain("ada/tidy 1.1.0 is available. To get it, run: tack update ada/tidy");
  });

  test("says what will be created with a preview, and only afterwards that it was", async () => {
    const { machine, file } = await workplace();
    const install = "install tidy --harness claude-code --no-color";
    const declined = await machine.run(install, { terminal: true, stdin: "n" });
    expect(declined).toMatchObject({ exitCode: 2 });
    expect(declined.stderr).toContain(`+ ${PATH} will be created`);
    expect(declined.stderr).toContain("+ Tidy as of 1.0.0.");
    expect(declined.stderr).not.toContain(`${PATH} created`);
    expect(existsSync(file)).toBe(false);
    const done = await machine.run(`${install} --yes`);
    expect(done.stderr).toMatch(/will be created\n[^]*SKILL\.md created\n/);
  });

  test("with --dry-run writes nothing and is not counted", async () => {
    const { machine, registry, file } = await workplace();
    const ran = await machine.run("install tidy --harness claude-code --dry-run");
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("will be created") });
    expect(registry.installs).toMatchObject([{ dry_run: true }]);
    expect([existsSync(file), existsSync(join(machine.cwd, "tack.lock"))]).toEqual([false, false]);
  });
});

describe("tack update", () => {
  test("shows the difference, and writes only when it may", async () => {
    const { machine, registry, file } = await installed();
    registry.latest = "1.1.0";
    const planned = await machine.run("update --dry-run");
    expect(planned.stderr).toContain("ada/tidy 1.0.0 → 1.1.0 in claude-code (project)");
    expect(planned.stderr).toMatch(/- Tidy as of 1\.0\.0\.\n +\+ Tidy as of 1\.1\.0\./);
    expect(await machine.run("update")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--yes") });
    expect(readFileSync(file, "utf8")).toBe(textOf("1.0.0"));
    expect(await machine.run("update tidy --yes")).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "utf8")).toBe(textOf("1.1.0"));
    expect(lockOf(machine)).toContain('"version": "1.1.0"');
    expect((await machine.run("update")).stderr).toContain("Everything is up to date.");
    expect(await machine.run("uninstall tidy --yes")).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(machine.cwd, ".claude"))).toBe(false);
  });

  test("is what outdated advises", async () => {
    const { machine, registry } = await installed();
    expect((await machine.run("outdated")).stderr).not.toContain("tack update");
    registry.latest = "1.1.0";
    expect((await machine.run("outdated")).stderr).toContain("tack update");
  });

  test("takes the names of installed items", async () => {
    const { machine } = await installed();
    expect(await machine.run("update nothing")).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining("tack list"),
    });
    expect(await machine.run("update tidy@2.0.0")).toMatchObject({ exitCode: 2 });
  });
});

describe("what is installed", () => {
  test("is listed without a server, with what was changed since", async () => {
    const { machine, file } = await installed();
    const offline = { env: { TACK_SERVER_URL: "http://127.0.0.1:9" } };
    expect((await machine.run("list", offline)).stdout).toMatch(
      /skill +ada\/tidy +1\.0\.0 +claude-code +project +as installed/,
    );
    writeFileSync(file, "mine");
    expect(await machine.json("list", offline)).toMatchObject({
      items: [{ qualified_name: "ada/tidy", status: "changed" }],
    });
  });

  test("is restored by the command that verify advises", async () => {
    const { machine, file } = await installed();
    rmSync(file);
    const { stderr } = await machine.run("verify");
    const [, advised = ""] = /Restore the files: tack (.+)/.exec(stderr) ?? [];
    expect(await machine.run(`${advised} --yes`)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, "utf8")).toBe(textOf("1.0.0"));
  });

  test("stays when an uninstall is only planned", async () => {
    const { machine, file } = await installed();
    const ran = await machine.run("uninstall tidy --dry-run");
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`- ${PATH} will be removed`) });
    expect([existsSync(file), lockOf(machine).includes("ada/tidy")]).toEqual([true, true]);
  });

  test("is what init installs in a fresh copy of the project", async () => {
    const { machine, file } = await installed();
    rmSync(file);
    const signedIn = { env: { TACK_TOKEN: "t" } };
    const { stdout } = await machine.run("init --yes --no-recording", signedIn);
    expect(stdout).toContain("tack.lock records 1 item.");
    expect(readFileSync(file, "utf8")).toBe(textOf("1.0.0"));
    expect(existsSync(join(machine.home, ".tackroom/hook"))).toBe(false);
  });
});
