import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const TACK = fileURLToPath(new URL("../../../bin/tack.cjs", import.meta.url));
const COMMANDS_MAY_TAKE_MS = 60_000;

/** The lines of a session of Claude Code, one after the other. */
function transcript(id: string, model = "claude-sonnet-4-5") {
  let seconds = 0;
  const line = (type: string, message: object): string => {
    seconds += 5;
    const timestamp = new Date(Date.now() - 60_000 + seconds * 1000).toISOString();
    return JSON.stringify({ type, uuid: randomUUID(), sessionId: id, timestamp, cwd: "/work/shop", message });
  };
  const usage = { input_tokens: 1000, output_tokens: 100 };
  const said = (content: object[]): string =>
    line("assistant", { id: `msg_${randomUUID()}`, role: "assistant", model, usage, content });
  return {
    prompt: (text: string) => line("user", { role: "user", content: text }),
    answer: (text: string) => said([{ type: "text", text }]),
    call: (call: string, name: string, input: object) => said([{ type: "tool_use", id: call, name, input }]),
    failure: (call: string, content: string) =>
      line("user", { role: "user", content: [{ type: "tool_result", tool_use_id: call, is_error: true, content }] }),
  };
}

describe("what was recorded", () => {
  const [id, unpriced] = [randomUUID(), randomUUID()];
  let address: string;
  let user: TestMachine;
  let said: ReturnType<typeof transcript>;

  const ingest = (session_id: string, lines: string[], more: object = {}) =>
    user.json("api POST /api/v1/ingest/session", {
      stdin: JSON.stringify({ session_id, harness: "claude-code", project: "shop", lines, ...more }),
    });
  const read = async (words: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await user.run(words);
    expect([words, exitCode, exitCode === 0 ? "" : stderr]).toEqual([words, 0, ""]);
    return stdout;
  };

  beforeAll(async () => {
    ({ address } = await runServer());
    user = testMachine(address);
    await user.run("login --email rosa@example.com --password Correct-Horse-7");
    expect((await user.run("sessions show")).exitCode).toBe(5);
    said = transcript(id);
    const edit = { file_path: "/work/shop/src/cart.ts", old_string: "a", new_string: "a\nb" };
    await ingest(unpriced, [
      transcript(unpriced).prompt("Hello"),
      transcript(unpriced, "made-up-model-1").answer("Hi"),
    ]);
    await ingest(id, [
      said.prompt("Why is the cart empty?"),
      said.call("t1", "Edit", edit),
      said.call("t2", "Bash", { command: "npm test" }),
      said.failure("t2", "command not found"),
    ]);
  });

  test("is listed with the filters of the web app", async () => {
    expect(await read("sessions")).toMatch(new RegExp(`${id} +recording +Why is the cart empty\\? +shop`));
    expect(await read("sessions list --failed --person me --range today")).not.toContain(unpriced);
    expect(await read("sessions list --model made-up-model-1 --sort calls")).toContain(unpriced);
    expect(await read("sessions list --tool NothingOfTheKind")).toContain("No matching sessions");
    expect(await user.json("sessions list --tool Bash --limit 1")).toMatchObject({
      items: [{ session_id: id, tool_failures: 1 }],
      total: 1,
      page_size: 1,
    });
    const asked = await Promise.all(
      ["--range yesterday", "--agent nobody", "--person nobody"].map((words) => user.run(`sessions list ${words}`)),
    );
    expect(asked.map(({ exitCode }) => exitCode)).toEqual([2, 5, 5]);
  });

  test("is shown by its prompts, files, failures, cost and steps", async () => {
    const shown = await read(`sessions show ${id.slice(0, 8)}`);
    expect(shown).toMatch(/calls +2, 1 failed\nchanges +1 files, \+\d −\d\ncost +\$0\.0\d+\n/);
    expect(shown).toMatch(/Prompts\n.*\n.*Why is the cart empty\? +2 +1 /);
    expect(shown).toMatch(/Changed files\n.*src\/cart\.ts +\+/);
    expect(shown).toMatch(/Failures\n.*npm test.*command not found\n/);
    expect(shown).toMatch(
      /❯ You Why is the cart empty\?\n.* Edit .*cart\.ts\n.* Bash npm test\n.* ✗ Failed command not found/,
    );
    expect(await read(`sessions show ${id} --no-steps`)).not.toContain("❯ You");
    expect(await user.json(`sessions show ${id}`)).toMatchObject({
      session_id: id,
      outline: { totals: { failures: 1 } },
    });
    expect(await user.run("sessions show nothing")).toMatchObject({ exitCode: 5 });
  });

  test("costs what is known, with what is not known beside it", async () => {
    const byModel = await read("cost --by model");
    expect(byModel).toMatch(/claude-sonnet-4-5 +1 +\d+ +\$0\.0\d+\n/);
    expect(byModel).toMatch(/made-up-model-1 +1 +\d+ +unknown for 1 session\n/);
    expect(byModel).toMatch(/Total \$0\.0\d+ \+ unknown for 1 session, 2 sessions/);
    expect(byModel).toContain("No price is known for made-up-model-1.");
    expect(await read("cost --by person --range 7d")).toMatch(/rosa +2 /);
    expect(await read("cost --by day --range today")).toContain(new Date().toISOString().slice(0, 10));
    expect(await read("cost --range ..2020-01-01")).toContain("No sessions");
    expect(await user.json("cost")).toMatchObject({
      by: "agent",
      summary: { sessions: 2, sessions_without_price: 1, unpriced_models: ["made-up-model-1"] },
      total: 1,
    });
  });

  function tail(...words: string[]) {
    const env = { PATH: process.env["PATH"], HOME: user.home, TACK_SERVER_URL: address };
    const child = spawn(process.execPath, [TACK, "sessions", "tail", ...words], { env });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    createInterface(child.stdout).on("line", (line) => (output += `${line}\n`));
    const until = (text: string): Promise<void> =>
      vi.waitFor(() => expect(output).toContain(text), { timeout: COMMANDS_MAY_TAKE_MS, interval: 50 });
    return { child, until, output: () => output };
  }

  test(
    "is followed while it goes on, until it ends or until Ctrl-C",
    async () => {
      const [followed, interrupted] = [tail(id, "-n", "1"), tail("--lines", "1", "-o", "json")];
      // Both have begun to follow once they have shown what was there.
      await Promise.all([followed.until("✗ Failed command not found"), interrupted.until("command not found")]);
      await ingest(id, [said.answer("It was never filled.")], { start_offset: 4 });
      await Promise.all([followed.until("Agent It was never filled."), interrupted.until("It was never filled.")]);
      expect(followed.output()).not.toContain("Why is the cart empty?");
      interrupted.child.kill("SIGINT");
      expect(await once(interrupted.child, "exit")).toEqual([130, null]);
      await ingest(id, [said.answer("Done now.")], { start_offset: 5, final: true });
      if (followed.child.exitCode === null) await once(followed.child, "exit");
      expect(followed.child.exitCode).toBe(0);
      await followed.until("Agent Done now.");
    },
    COMMANDS_MAY_TAKE_MS,
  );

  test("is opened in the browser, or printed where there is none", async () => {
    const { web } = (await user.json("api GET /api/v1/config/endpoints")) as { web: string };
    expect(await read("open")).toBe(`${web}/\n`);
    expect(await read(`open ${id}`)).toMatch(
      new RegExp(`^${web}/sessions/${id}\\?harness=claude-code&project=shop&user_id=`),
    );
    expect((await user.run("open nothing-of-the-kind")).exitCode).toBe(5);
    await user.run("agent init --name reviewer");
    await user.run("agent publish --yes");
    expect(await read("open reviewer")).toBe(`${web}/registry/agents/rosa/reviewer\n`);
    expect(await user.json("open agent:reviewer")).toEqual({
      url: `${web}/registry/agents/rosa/reviewer`,
      opened: false,
    });

    const opened = join(user.home, "opened");
    const browser = join(user.home, "browser");
    writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > ${opened}\n`);
    chmodSync(browser, 0o755);
    const env = { BROWSER: browser };
    await user.run("open --print", { terminal: true, env });
    await user.run("open", { terminal: true, env: { ...env, CI: "1" } });
    expect(existsSync(opened)).toBe(false);
    expect((await user.run("open", { terminal: true, env })).stdout).toBe("");
    expect(readFileSync(opened, "utf8")).toBe(`${web}/`);
    const missing = await user.run("open", { terminal: true, env: { BROWSER: join(user.home, "missing") } });
    expect(missing).toMatchObject({ exitCode: 0, stdout: `${web}/\n` });
  });

  test("belongs to who is signed in, which auth status and auth token tell", async () => {
    expect(await user.json("auth status")).toMatchObject({
      server: address,
      email: "rosa@example.com",
      credentials: "saved sign-in",
      expires_at: expect.stringMatching(/^20\d\d-/),
      renewed_automatically: true,
    });
    const token = (await read("auth token")).trim();
    expect(await user.run("auth token")).toMatchObject({ stderr: "" });
    expect((await user.run("auth token", { terminal: true })).stderr).toContain("act as you");
    const stranger = testMachine(address);
    expect(await stranger.json("auth status", { env: { TACK_TOKEN: token } })).toMatchObject({
      credentials: "TACK_TOKEN",
      renewed_automatically: false,
    });
    const { key } = (await user.json("keys create ci")) as { key: string };
    expect(await stranger.json("auth status", { env: { TACK_API_KEY: key } })).toMatchObject({
      credentials: "TACK_API_KEY",
      expires_at: null,
    });
    expect((await stranger.run("auth token", { env: { TACK_API_KEY: key } })).exitCode).toBe(6);
    for (const words of ["auth status", "auth token"]) {
      expect(await stranger.run(words)).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("tack login") });
    }
  });
});
