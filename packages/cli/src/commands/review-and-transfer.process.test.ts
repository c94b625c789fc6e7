import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../testing/run-server.js";
import { testMachine, type Ran, type TestMachine } from "../testing/run-tack.js";

const PASSWORD = "Correct-Horse-7";

describe("decisions about someone's item", () => {
  let [admin, ada, bob] = [] as unknown as [TestMachine, TestMachine, TestMachine];
  beforeAll(async () => {
    const server = (await runServer()).address;
    admin = testMachine(server);
    await admin.run(`login --email root@example.com --password ${PASSWORD}`);
    [ada, bob] = [await invite("ada", server), await invite("bob", server)];
  });

  async function invite(name: string, server: string): Promise<TestMachine> {
    const email = `${name}@example.com`;
    const made = (await admin.json(`admin create-user ${email} --name ${name} --username ${name}`)) as {
      password: string;
    };
    const machine = testMachine(server);
    await machine.run(`login --email ${email} --password ${made.password}`);
    await machine.run("change-password", {
      env: { TACK_CURRENT_PASSWORD: made.password, TACK_NEW_PASSWORD: PASSWORD },
    });
    await machine.run(`login --email ${email} --password ${PASSWORD}`);
    return machine;
  }

  const run = async (by: TestMachine, words: string, ...more: string[]): Promise<string> => {
    const ran = await by.run(words, { more });
    expect([words, ran.exitCode, ran.exitCode === 0 ? "" : ran.stderr]).toEqual([words, 0, ""]);
    return ran.stdout;
  };
  const errorOf = ({ exitCode, stderr }: Ran): object => ({
    exitCode,
    ...(JSON.parse(stderr) as { error: object }).error,
  });

  async function submit(name: string, kind = "skill"): Promise<void> {
    const folder = join(ada.cwd, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, kind === "skill" ? "SKILL.md" : "agent.json");
    writeFileSync(file, `---\nname: ${name}\ndescription: Does ${name} when asked\n---\n\nFirst.\n`);
    if (kind === "skill") {
      await run(ada, `registry skill submit ${folder} --item-version 1.0.0 --task-type code-review --yes`);
      return;
    }
    writeFileSync(
      file,
      JSON.stringify({ name, version: "1.0.0", description: "d", model_name: "sonnet", prompt: "p" }),
    );
    await run(ada, `registry agent submit --from-file ${file} --yes`);
  }

  async function edit(name: string, text: string): Promise<void> {
    const change = join(ada.cwd, "change.json");
    const skill_md_content = `---\nname: ${name}\ndescription: Does ${name} when asked\n---\n\n${text}\n`;
    writeFileSync(change, JSON.stringify({ skill_md_content, description: text }));
    await run(ada, `registry skill edit ${name} --from-file ${change}`);
  }

  const digestOf = async (name: string): Promise<string> =>
    ((await admin.json(`review show ${name}`)) as { digest: string }).digest;

  describe("a discussion", () => {
    test("is about lines, is answered by the author, and ends with a decision", async () => {
      await submit("discussed");
      const digest = await digestOf("discussed");
      await run(admin, "review comment discussed --file SKILL.md --line 6 --text", "Why first?");
      const { items } = (await ada.json("review comments discussed")) as { items: { id: string; line: number }[] };
      expect(items).toMatchObject([{ line: 6, outdated: false, digest }]);
      await run(ada, `review comment discussed --reply-to ${items[0]?.id} --text`, "Because.");
      const shown = await run(admin, "review show discussed");
      expect(shown).toMatch(
        /root[\w-]* on SKILL\.md:6 .*\n> First\.\nWhy first\?\n {2}ada on SKILL\.md:6 .*\n {2}Because\./,
      );
      await run(ada, `review resolve discussed ${items[0]?.id}`);
      expect(await run(admin, "review comments discussed")).toContain("(resolved)");

      await run(admin, "review request-changes discussed --message", "Say why.");
      expect(await run(admin, "review list --waiting-for authors")).toContain("discussed");
      expect(await run(admin, "review list --waiting-for reviewers")).not.toContain("discussed");
      await edit("discussed", "First, because it is.");
      expect(await run(admin, "review list --waiting-for reviewers")).toContain("discussed");
      const late = await admin.run(`review request-changes discussed --digest ${digest} --message Again -o json`);
      expect(errorOf(late)).toMatchObject({ exitCode: 6, message: expect.stringContaining("Nothing was requested.") });
    });

    test("of several submissions decides each, and says which were refused", async () => {
      for (const name of ["several-one", "several-two"]) await submit(name);
      const output = await run(admin, "review approve several-one several-two");
      expect(output).toContain("Approved several-one 1.0.0.");
      expect(output).toContain("Approved several-two 1.0.0.");
      await submit("several-three");
      const partly = await admin.run("review reject several-one several-three --reason", { more: ["No"] });
      expect(partly).toMatchObject({ exitCode: 6, stdout: expect.stringContaining("Rejected several-three 1.0.0.") });
    });
  });

  describe("an approval", () => {
    test("says what it is of, and how much that changes", async () => {
      await submit("first-look");
      const digest = await digestOf("first-look");
      expect(await run(admin, "review show first-look")).toContain(digest);
      const output = await run(admin, "review approve first-look");
      expect(output).toMatch(/name +first-look\n/);
      expect(output).toMatch(/version +1\.0\.0\n/);
      expect(output).toContain(`${digest.slice(0, 19)}…`);
      expect(output).toMatch(/changes +everything \(no version was approved before\)/);
      expect(output).toContain("Approved first-look 1.0.0.");

      const folder = join(ada.cwd, "first-look");
      writeFileSync(join(folder, "SKILL.md"), "---\nname: first-look\ndescription: Other\n---\n\nSecond.\n");
      await run(ada, `registry skill release first-look ${folder} --item-version 1.1.0 --task-type code-review --yes`);
      expect(await run(admin, "review approve first-look --yes")).toMatch(/changes +\d+ fields? since 1\.0\.0/);
    });

    test("of a digest publishes that content or nothing, and says what is there instead", async () => {
      await submit("moving");
      const digest = await digestOf("moving");
      await edit("moving", "Edited meanwhile.");
      const refused = errorOf(await admin.run(`review approve moving --digest ${digest} -o json`));
      expect(refused).toMatchObject({
        exitCode: 6,
        category: "conflict",
        http_status: 409,
        remediation: expect.stringContaining("tack review show moving"),
      });
      const now = await digestOf("moving");
      expect(refused).toMatchObject({ message: expect.stringContaining(digest.slice(0, 19)) });
      expect(refused).toMatchObject({ message: expect.stringContaining(now.slice(0, 19)) });
      expect(await run(ada, "registry skill show moving")).toMatch(/status +pending/);
      expect(await admin.json(`review approve moving --digest ${now}`)).toMatchObject({ status: "approved" });
    });

    test("is rejected when it is not a digest", async () => {
      await submit("odd-digest");
      expect((await admin.run("review approve odd-digest --digest abc")).exitCode).toBe(7);
    });

    test("is asked about on a terminal", async () => {
      await submit("asked");
      const refused = await admin.run("review approve asked", { terminal: true, stdin: "n" });
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Nothing was changed") });
      expect(await run(admin, "review list")).toContain("asked");
      const yes = await admin.run("review approve asked --yes", { terminal: true });
      expect(yes).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Approved asked 1.0.0.") });
    });
  });

  describe("a transfer", () => {
    interface Transfers {
      readonly items: readonly { qualified_name: string; direction: string; from: string; to: string }[];
      readonly total: number;
    }
    const transfersOf = async (by: TestMachine, more = ""): Promise<Transfers> =>
      (await by.json(`registry transfers${more}`)) as Transfers;

    test("is offered, listed on both sides, and accepted", async () => {
      await submit("heirloom");
      expect((await ada.run("registry skill transfer heirloom --to bob")).exitCode).toBe(2);
      expect(await run(ada, "registry skill transfer heirloom --to bob --yes")).toContain("bob");
      const offer = { qualified_name: "ada/heirloom", from: "ada", to: "bob" };
      expect(await transfersOf(ada)).toMatchObject({ items: [{ ...offer, direction: "outgoing" }], total: 1 });
      expect(await transfersOf(bob)).toMatchObject({ items: [{ ...offer, direction: "incoming" }], total: 1 });
      expect(await transfersOf(bob, " --direction outgoing")).toMatchObject({ items: [], total: 0 });
      expect(await run(bob, "registry transfers")).toMatch(/incoming +skill +ada\/heirloom +ada +bob/);
      expect((await bob.run("registry skill transfer heirloom --accept")).exitCode).toBe(2);
      expect(await bob.json("registry skill transfer ada/heirloom --accept --yes")).toMatchObject({
        owner: "bob",
        qualified_name: "bob/heirloom",
      });
      expect(await run(bob, "registry transfers")).toContain("No pending transfers");
    });

    test("is declined by its receiver, and taken back by its owner", async () => {
      await submit("unwanted");
      for (const by of [bob, ada]) {
        await run(ada, "registry skill transfer unwanted --to bob@example.com --yes");
        expect(await run(by, "registry skill transfer unwanted --decline")).toContain("The owner is unchanged");
        expect(await transfersOf(ada)).toMatchObject({ total: 0 });
      }
      expect((await bob.run("registry skill transfer unwanted --accept --yes")).exitCode).toBe(5);
    });

    test("of an agent is also where the other commands of agents are, and an admin's is done at once", async () => {
      await submit("envoy", "agent");
      await run(ada, "agent transfer envoy --to bob --yes");
      await run(bob, "agent transfer ada/envoy --accept --yes");
      const moved = await run(admin, "agent transfer bob/envoy --to ada --yes");
      expect(moved).toContain("ada/envoy now belongs to ada.");
    });

    test("takes one of three flags", async () => {
      expect((await ada.run("registry skill transfer x")).exitCode).toBe(2);
      expect((await ada.run("registry skill transfer x --accept --decline")).exitCode).toBe(2);
    });
  });
});
