import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const TACK = fileURLToPath(new URL("../../../bin/tack.cjs", import.meta.url));
/** Three times as many as one request holds, for each of those sent at once. */
const MANY = 300;

interface Report {
  readonly batch_id: string | null;
  readonly summary: Record<string, number>;
  readonly items: readonly { readonly name: string; readonly status: string; readonly version: string | null }[];
}

describe("tack import", () => {
  let ada = undefined as unknown as TestMachine;
  let address: string;
  beforeAll(async () => {
    ({ address } = await runServer());
    ada = testMachine(address);
    await ada.run("login --email root@example.com --password Correct-Horse-7");
  });

  function write(folder: string, name: string, text: string): void {
    const place = join(ada.cwd, folder, "skills", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "SKILL.md"), `---\nname: ${name}\ndescription: Does ${name}\n---\n\n${text}\n`);
  }
  const imported = async (words: string): Promise<Report> => (await ada.json(`import ${words} --yes`)) as Report;

  test("a dry run submits nothing; a second run submits only what changed, as a new version", async () => {
    for (const name of ["one", "two", "three"]) write("first", name, "Do.");
    expect((await imported("first --dry-run")).summary).toMatchObject({ new: 3 });
    const first = await imported("first");
    expect(first.summary).toEqual({ new: 3, changed: 0, unchanged: 0, refused: 0 });
    write("first", "two", "Do it better.");
    const second = await imported("first");
    expect(second.summary).toEqual({ new: 0, changed: 1, unchanged: 2, refused: 0 });
    expect(second.items.find(({ name }) => name === "two")).toMatchObject({ status: "changed", version: "0.1.1" });
    expect((await imported("first")).summary).toMatchObject({ unchanged: 3 });
  });

  test("one that is refused ends with the exit code for a part, and the others are submitted", async () => {
    write("mixed", "good", "Do.");
    write("mixed", "Bad Name", "Do.");
    const { exitCode, stdout, stderr } = await ada.run("import mixed --yes -o json");
    expect([exitCode, stdout]).toEqual([11, ""]);
    const { error } = JSON.parse(stderr) as { error: { category: string; result: Report } };
    expect(error).toMatchObject({ category: "partial", result: { summary: { new: 1, refused: 1 } } });
  });

  test("a batch is approved as a whole, except for what has a high risk", async () => {
    for (const name of ["calm", "quiet"]) write("batch", name, "Do.");
    const { batch_id } = await imported("batch");
    expect(await ada.run(`review approve --batch ${batch_id}`)).toMatchObject({ exitCode: 2 });
    const { results } = (await ada.json(`review approve --batch ${batch_id} --yes`)) as {
      results: { status: string }[];
    };
    expect(results.map(({ status }) => status)).toEqual(["approved", "approved"]);
    expect((await ada.run(`review approve --batch ${batch_id} --yes`)).exitCode).toBe(5);
  });

  test("one that is killed in the middle is completed by the next: nothing twice, nothing missing", async () => {
    for (let n = 0; n < MANY; n += 1) write("many", `skill-${n}`, `Do ${n}.`);
    const waiting = async (): Promise<number> => ((await ada.json("review list --limit 1")) as { total: number }).total;
    const before = await waiting();
    const env = { PATH: process.env["PATH"], HOME: ada.home, TACK_SERVER_URL: address };
    const killed = spawn(process.execPath, [TACK, "import", "many", "--yes"], { cwd: ada.cwd, env, stdio: "ignore" });
    await expect.poll(waiting).toBeGreaterThan(before);
    killed.kill("SIGKILL");
    await once(killed, "exit");

    const { summary, items } = await imported("many");
    expect(summary).toMatchObject({ changed: 0, refused: 0 });
    expect((summary["new"] ?? 0) + (summary["unchanged"] ?? 0)).toBe(MANY);
    expect(summary["unchanged"]).toBeGreaterThan(0);
    expect(new Set(items.map(({ version }) => version))).toEqual(new Set(["0.1.0"]));
    expect(await waiting()).toBe(before + MANY);
  });
});
