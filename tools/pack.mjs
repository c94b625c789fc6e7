// npm run pack: the whole product as one npm package, tackroom-tackroom-<version>.tgz, with the commands `tack` and `tackroom`. Our own
// packages go into it as bundled dependencies, built; everything else npm installs. Needs a build (npm run build).
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = process.argv[2] ?? root;
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** What each of our packages needs to run. */
const OURS = {
  contract: ["dist"],
  harness: ["dist"],
  server: [
    "bundle",
    "dist",
    "migrations",
    "assets",
    "client",
    "serve.cjs",
    ...["install.cjs", "package.json", "package-lock.json"].map((file) => `wasm-engine/${file}`),
  ],
  web: ["dist"],
};

const stage = mkdtempSync(join(tmpdir(), "tack-pack-"));
for (const [name, files] of Object.entries(OURS)) {
  const from = join(root, "packages", name);
  const to = join(stage, "node_modules", "@tackroom", name);
  mkdirSync(to, { recursive: true });
  for (const file of ["package.json", ...files]) {
    if (!existsSync(join(from, file))) throw new Error(`${join(from, file)} is missing. Run npm run build`);
    cpSync(join(from, file), join(to, file), {
      recursive: true,
      filter: (path) => !/\.test\.|\.map$|\.tsbuildinfo$|\/testing(\/|$)/.test(path),
    });
  }
}
for (const folder of ["bin", "bundle"])
  cpSync(join(root, "packages/cli", folder), join(stage, folder), { recursive: true });
for (const file of ["LICENSE", "NOTICE", "README.md"]) cpSync(join(root, file), join(stage, file));

const { version, description, license, engines } = manifestOf(".");
const others = Object.keys(OURS)
  .flatMap((name) => Object.entries(manifestOf(`packages/${name}`).dependencies ?? {}))
  .filter(([name]) => !name.startsWith("@tackroom/"));
const bundled = Object.keys(OURS).map((name) => `@tackroom/${name}`);
const manifest = {
  name: "@tackroom/tackroom",
  version,
  description,
  license,
  engines,
  bin: { tack: "bin/tack.cjs", tackroom: "bin/tack.cjs" },
  files: ["bin", "bundle", "NOTICE"],
  dependencies: Object.fromEntries([
    ...others.toSorted(([a], [b]) => a.localeCompare(b)),
    ...bundled.map((name) => [name, version]),
  ]),
  bundleDependencies: bundled,
};
writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--pack-destination", target], {
    cwd: stage,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);
rmSync(stage, { recursive: true, force: true });
console.log(`${join(target, packed.filename)}: ${packed.entryCount} files, ${(packed.size / 1e6).toFixed(1)} MB`);
