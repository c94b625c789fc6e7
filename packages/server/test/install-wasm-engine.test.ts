import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const INSTALLER = fileURLToPath(new URL("../wasm-engine/install.cjs", import.meta.url));

/** The installer in a package of its own, with an `npm` that does what a registry would make it do. */
function makePackage(npm: string): { readonly folder: string; install(): { status: number | null; stderr: string } } {
  const root = mkdtempSync(join(tmpdir(), "tackroom-engine-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [folder, bin] = [join(root, "server", "wasm-engine"), join(root, "bin")];
  for (const each of [folder, bin]) mkdirSync(each, { recursive: true });
  copyFileSync(INSTALLER, join(folder, "install.cjs"));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  writeFileSync(join(bin, "npm"), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(bin, "npm"), 0o755);
  const env = { PATH: [bin, process.env["PATH"]].join(delimiter) };
  return {
    folder,
    install: () => spawnSync(process.execPath, [join(folder, "install.cjs")], { encoding: "utf8", env }),
  };
}

test("the engine is installed once, with a word about it, and again when its lock changes", () => {
  const { folder, install } = makePackage('mkdir -p node_modules; echo "$@" >> asked');
  expect(install()).toMatchObject({ status: 0, stderr: expect.stringContaining("installing the WebAssembly build") });
  expect(install()).toMatchObject({ status: 0, stderr: "" });
  writeFileSync(join(folder, "package-lock.json"), '{"lockfileVersion":3}');
  expect(install().stderr).not.toBe("");
});

test("a registry that is away is told with what to do, and the next start tries again", () => {
  const { folder, install } = makePackage("mkdir -p node_modules; exit 1");
  const first = install();
  expect(first.status).toBe(1);
  expect(first.stderr).toMatch(
    /could not be installed in .*wasm-engine.*Check that the npm registry is reachable.*CLICKHOUSE_URL/,
  );
  expect(install().status).toBe(1);
  expect(existsSync(join(folder, "node_modules", ".tackroom-lock"))).toBe(false);
});

test("a machine with a native build needs nothing", () => {
  const { folder, install } = makePackage("exit 1");
  mkdirSync(join(folder, "..", "..", "node_modules", "@chdb", "lib-linux-x64-gnu"), { recursive: true });
  expect(install()).toMatchObject({ status: 0, stderr: "" });
});
