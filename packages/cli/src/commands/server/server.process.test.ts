import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { temporaryDirectory } from "../../testing/temporary.js";
import { holderOf } from "./data-directory.js";

const TACK = fileURLToPath(new URL("../../../bin/tack.cjs", import.meta.url));
const [home, cwd] = [temporaryDirectory(), temporaryDirectory()];
const env = { PATH: process.env["PATH"], HOME: home };

function tack(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [TACK, ...words], { encoding: "utf8", cwd, env });
}

/** For tests whose own process has to answer meanwhile. */
async function tackApart(...words: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [TACK, ...words], { cwd, env });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const [status] = (await once(child, "close")) as [number];
  return { status, ...output };
}

/** The same user before `tack login` saved an address. */
function signedOut(...words: string[]): ReturnType<typeof tack> {
  rmSync(join(home, ".tackroom", "config.json"), { force: true });
  return tack(...words);
}

afterAll(() => void tack("server", "stop"));

/** Below those that the system gives to outgoing connections, one of which could have it when the server comes back to it. */
async function freePort(): Promise<string> {
  const port = randomInt(20_000, 30_000);
  const server = createServer().listen(port);
  const isFree = await Promise.race([
    once(server, "listening").then(() => true),
    once(server, "error").then(() => false),
  ]);
  if (!isFree) return freePort();
  server.close();
  await once(server, "close");
  return String(port);
}

/** Starts the server ten times with both stores, which takes minutes on a busy machine. */
const SLOW_MS = 400_000;

test(
  "a server is started, used, stopped, backed up and restored by the one command",
  async () => {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    expect(tack("server", "status", "--server", address).status).toBe(9);
    expect(tack("server", "start", "--port", port, "--detach")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(address),
    });
    expect(tack("server", "status", "--server", address)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("is ok"),
    });
    expect(tack("server", "start", "--port", await freePort(), "--detach").status).toBe(6);
    expect(tack("server", "backup", "tack.tgz")).toMatchObject({
      status: 6,
      stderr: expect.stringContaining("in use by process"),
    });
    tack("login", "--server", address, "--email", "ada@example.com", "--password", "Correct-Horse-7");

    expect(tack("server", "stop").status).toBe(0);
    expect(tack("server", "stop").status).toBe(5);
    expect(tack("server", "grant-role", "ada@example.com", "super_admin").status).toBe(0);
    expect(tack("server", "backup", "tack.tgz").status).toBe(0);
    expect(statSync(join(cwd, "tack.tgz")).mode & 0o777).toBe(0o600);
    expect(tack("server", "restore", "tack.tgz")).toMatchObject({
      status: 6,
      stderr: expect.stringContaining("not empty"),
    });
    expect(tack("server", "restore", "tack.tgz", "--data-dir", "elsewhere").status).toBe(0);
    expect(tack("server", "backup", "x.tgz", "--data-dir", "nowhere").status).toBe(6);
    expect(existsSync(join(cwd, "x.tgz"))).toBe(false);

    const restored = spawn(process.execPath, [TACK, "server", "start", "--port", port, "--data-dir", "elsewhere"], {
      cwd,
      env,
      stdio: "ignore",
    });
    while (tack("status", "--server", address).status !== 0) expect(restored.exitCode).toBeNull();
    expect(tack("whoami")).toMatchObject({ status: 0, stdout: expect.stringContaining("super_admin") });
    restored.kill("SIGTERM");
    expect(await once(restored, "exit")).toEqual([0, null]);
  },
  SLOW_MS,
);

test("a busy port is reported with the remedy, not as the success of the other server", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { status, stdout, stderr } = await tackApart(
    "server",
    "start",
    "--port",
    String(port),
    "--detach",
    "-d",
    "busy",
  );
  other.close();
  expect([status, stdout]).toEqual([6, ""]);
  expect(stderr).toContain(`Port ${port} is already in use`);
  expect(stderr).toContain("tack server start --data-dir busy --detach --port <number>");
});

test(
  "a server is found again by its data directory alone, and by commands without an address",
  async () => {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const here = ["--data-dir", "remembered"];
    expect(tack("server", "start", "--port", port, "--detach", ...here).status).toBe(0);
    try {
      expect(tack("server", "status", ...here).stdout).toContain(`${address} is ok`);
      const other = tack("server", "status", "--data-dir", "other");
      expect(other.status).toBe(9);
      expect(other.stdout + other.stderr).not.toContain(address);
      expect(other.stderr).toContain("tack server start --data-dir other");
      expect(signedOut("status").stdout).toContain(`${address} is ok`);
    } finally {
      expect(tack("server", "stop", ...here).status).toBe(0);
    }
    expect(tack("server", "start", "--detach", ...here).stdout).toContain(address);
    expect(tack("server", "stop", ...here).status).toBe(0);
  },
  SLOW_MS,
);

test("an interrupted start exits with 130 and leaves no server starting", async () => {
  const directory = join(cwd, "interrupted");
  const start = spawn(
    process.execPath,
    [TACK, "server", "start", "--port", await freePort(), "--detach", "-d", directory],
    {
      cwd,
      env,
      stdio: "ignore",
    },
  );
  await expect.poll(() => existsSync(join(directory, "lock"))).toBe(true);
  start.kill("SIGINT");
  expect(await once(start, "exit")).toEqual([130, null]);
  await expect.poll(() => holderOf(directory)).toBeUndefined();
  expect(tack("server", "status", "-d", directory).status).toBe(9);
});
