import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { temporaryDirectory } from "../../testing/temporary.js";

const TACK = fileURLToPath(new URL("../../../bin/tack.cjs", import.meta.url));
const [home, cwd] = [temporaryDirectory(), temporaryDirectory()];
const env = { PATH: process.env["PATH"], HOME: home };

function tack(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [TACK, ...words], { encoding: "utf8", cwd, env });
}

afterAll(() => void tack("server", "stop"));

async function freePort(): Promise<string> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
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
