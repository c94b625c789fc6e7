import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { testMachine } from "../../testing/run-tack.js";

const TACK = fileURLToPath(new URL("../../../bin/tack.cjs", import.meta.url));
const NOWHERE = "http://127.0.0.1:9";
const lineOf = (msg: string, level = "info"): string =>
  `${JSON.stringify({ level, time: "2026-11-18T16:00:00.000Z", pid: 1, msg })}\n`;

function machineWithLog(text: string) {
  const machine = testMachine(NOWHERE);
  mkdirSync(join(machine.cwd, "data"));
  const path = join(machine.cwd, "data", "server.log");
  writeFileSync(path, text);
  return { ...machine, path };
}

test("the last lines of the server's log are shown, also of a long one and of what is not JSON", async () => {
  const long = Array.from({ length: 5000 }, (_, at) => lineOf(`request ${at}`)).join("");
  const { run } = machineWithLog(
    `${long}tackroom: a plain line\n${lineOf("it broke", "error")}{"level":"info","msg":"half`,
  );
  expect((await run("logs -n 3")).stdout).toBe(
    "2026-11-18 16:00:00 info  request 4999\ntackroom: a plain line\n2026-11-18 16:00:00 error it broke\n",
  );
  expect((await run("logs")).stdout.split("\n")).toHaveLength(101);
  expect((await run("logs -n 0")).stdout).toBe("");
  const json = (await run("logs -n 2 -o json")).stdout.trim().split("\n");
  expect(json.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(["tackroom: a plain line", "it broke"]);
});

test("control characters in a log do not reach the terminal", async () => {
  const { run } = machineWithLog(lineOf("\u001b]0;owned\u0007"));
  const { stdout } = await run("logs");
  for (const character of ["\u001b", "\u0007"]) expect(stdout).not.toContain(character);
});

test("a log that is not there is told with what writes it", async () => {
  expect(await testMachine(NOWHERE).run("logs")).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining("tack server start --detach"),
  });
  expect((await machineWithLog("").run("logs -n many")).exitCode).toBe(2);
});

test("a log is followed, also after it was emptied, until Ctrl-C", async () => {
  const { cwd, home, path } = machineWithLog(lineOf("first"));
  const child = spawn(process.execPath, [TACK, "logs", "-f"], { cwd, env: { PATH: process.env["PATH"], HOME: home } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  expect(await next()).toContain("first");
  appendFileSync(path, lineOf("second").slice(0, 20));
  appendFileSync(path, lineOf("second").slice(20));
  expect(await next()).toContain("second");
  truncateSync(path);
  appendFileSync(path, lineOf("3"));
  expect(await next()).toContain("3");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
});

test("the recorder says what it has not sent", async () => {
  const { run, json } = testMachine(NOWHERE);
  expect((await run("logs recorder")).stdout).toContain("0 lines and events waiting");
  expect(await json("logs recorder")).toMatchObject({ waiting: 0, waits: [], troubled: [] });
});
