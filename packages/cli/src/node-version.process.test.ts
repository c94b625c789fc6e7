import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./testing/temporary.js";

const TACK = fileURLToPath(new URL("../bin/tack.cjs", import.meta.url));

function tackOnNode(version: string, ...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const pretend = join(temporaryDirectory(), "pretend.cjs");
  writeFileSync(pretend, `Object.defineProperty(process.versions, "node", { value: "${version}" });`);
  return spawnSync(process.execPath, ["-r", pretend, TACK, ...words], { encoding: "utf8" });
}

test.each(["14.21.3", "18.20.8", "20.18.3"])("Node %s is told in one sentence to be too old", (version) => {
  const { status, stdout, stderr } = tackOnNode(version, "--version");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^tack requires Node\.js 20\.19 or newer, but this is Node\.js [\d.]+\. .*\n$/);
  expect(stderr).toContain(version);
});

test("a hook on an old Node is silent, and succeeds", () => {
  expect(tackOnNode("14.21.3", "hook")).toMatchObject({ status: 0, stdout: "", stderr: "" });
});

test("a pipe that is closed early is no error, and hides none", async () => {
  const tack = async (...words: string[]): Promise<unknown> => {
    const child = spawn(process.execPath, [TACK, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    child.stderr.destroy();
    return (await once(child, "exit"))[0];
  };
  expect(await tack("--help")).toBe(0);
  expect(await tack("whoami", "--server", "http://127.0.0.1:9")).toBe(9);
});
