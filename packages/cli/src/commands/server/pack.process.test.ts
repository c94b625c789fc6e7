import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../testing/temporary.js";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies?: unknown;
}

/** Unpacks what `npm run pack` makes, with the packages that it names, and no others, as npm would install them. */
function install(): { folder: string; manifest: Manifest } {
  const target = temporaryDirectory();
  execFileSync(process.execPath, [join(ROOT, "tools/pack.mjs"), target], { stdio: "pipe" });
  const [archive = ""] = readdirSync(target);
  execFileSync("tar", ["-xzf", archive], { cwd: target });
  const folder = join(target, "package");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(installedAt(name), link);
  }
  return { folder, manifest };
}

function installedAt(name: string): string {
  const places = ["packages/server", "packages/harness", "packages/contract", "."];
  const found = places.map((place) => join(ROOT, place, "node_modules", name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

test("the package of the whole product starts from what it contains and names", { timeout: 300_000 }, async () => {
  const { folder, manifest } = install();
  // With them, npm installs nothing else (docs/adr/0022).
  expect(manifest.bundleDependencies).toBeUndefined();
  const env = { PATH: process.env["PATH"], HOME: temporaryDirectory(), STARTER_SKILL: "false" };
  const args = [join(folder, "bin/tack.cjs"), "server", "start", "--data-dir", temporaryDirectory(), "--port", "0"];
  const server = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  const output: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      createInterface(stream).on("line", (line) => {
        output.push(line);
        const found = /"address":"(http[^"]+)"/.exec(line)?.[1];
        if (found) resolve(found);
      });
    }
    server.on("exit", () => reject(new Error(output.join("\n"))));
  });
  const page = await fetch(`${address}/registry`, { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  expect((await fetch(`${address}/health`)).status).toBe(200);
  // The command that it hands out to other machines, and the page of the API.
  expect((await fetch(`${address}/tack.tgz`)).status).toBe(200);
  expect((await fetch(`${address}/docs`)).status).toBe(200);
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
});
