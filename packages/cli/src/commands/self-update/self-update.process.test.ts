import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { runServer } from "../../testing/run-server.js";
import { testMachine } from "../../testing/run-tack.js";
import { temporaryDirectory } from "../../testing/temporary.js";

/** npm runs five times, on a machine that may be busy. */
const NPM_MAY_TAKE_MS = 300_000;

/** A machine without the repository, without anything that npm has fetched before, and without a way to the public registry. */
function emptyMachine() {
  const home = temporaryDirectory();
  const prefix = join(home, "prefix");
  const env = {
    PATH: `${join(prefix, "bin")}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    npm_config_prefix: prefix,
    npm_config_cache: join(home, "cache"),
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
  };
  const run = (command: string, ...words: string[]) =>
    spawnSync(command, words, { encoding: "utf8", cwd: home, env: { ...env, TACK_PASSWORD: "Correct-Horse-7" } });
  return { home, prefix, run };
}

test(
  "the server's tack is installed with npm, signs in, and replaces itself",
  async () => {
    const { address } = await runServer();
    const url = `${address}/tack.tgz`;
    const { prefix, run } = emptyMachine();

    expect(run("npx", "-y", url, "--version")).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect(run("npm", "install", "-g", url)).toMatchObject({ status: 0 });
    const version = run("tack", "--version");
    expect(version).toMatchObject({ status: 0, stdout: run("npx", "-y", url, "--version").stdout });
    expect(run("tack", "login", "--server", address, "--email", "ada@example.com")).toMatchObject({ status: 0 });
    expect(run("tack", "server", "start")).toMatchObject({
      status: 9,
      stderr: expect.stringContaining("does not include the server"),
    });

    expect(run("tack", "self-update")).toMatchObject({ status: 0, stdout: expect.stringContaining("nothing newer") });
    expect(run("tack", "self-update", "--force", "--dry-run")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`npm install -g --ignore-scripts --no-audit --no-fund ${url}`),
    });
    const bundle = join(prefix, "lib/node_modules/@tackroom/tack/bundle/tack.cjs");
    const before = readFileSync(bundle);
    expect(run("sh", "-c", `printf '\\n' >> ${bundle}`)).toMatchObject({ status: 0 });
    expect(run("tack", "self-update", "--force", "-o", "json")).toMatchObject({ status: 0 });
    expect(readFileSync(bundle).equals(before)).toBe(true);
  },
  NPM_MAY_TAKE_MS,
);

test("a download that differs from its digest is not installed", async () => {
  const headersOf = (bytes: string) => ({
    "x-artifact-digest": `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    "x-artifact-version": "99.0.0",
  });
  const server = await fakeServer((_, path) =>
    path === "/tack.tgz" ? { headers: headersOf("what was packed"), body: "what arrived" } : undefined,
  );
  const { run } = testMachine(server);
  expect(await run("self-update --force")).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining("Nothing was installed."),
  });
});
