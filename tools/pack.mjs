// npm run pack: the whole product as one npm package, tackroom-tackroom-<version>.tgz, with the commands `tack` and `tackroom`. The built
// server and web app are folders of it, beside the command; everything else npm installs. They are not bundled dependencies: with those,
// `npm install -g` leaves out everything that they depend on. Needs a build (npm run build).
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = process.argv[2] ?? root;
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** Programs beside the command, and what each needs to run. */
const PROGRAMS = {
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
for (const [name, files] of Object.entries(PROGRAMS)) {
  const from = join(root, "packages", name);
  const to = join(stage, name);
  mkdirSync(to, { recursive: true });
  for (const file of files) {
    if (!existsSync(join(from, file))) throw new Error(`${join(from, file)} is missing. Run npm run build`);
    cpSync(join(from, file), join(to, file), {
      recursive: true,
      filter: (path) => !/\.test\.|\.map$|\.d\.ts$|\.tsbuildinfo$|\/testing(\/|$)/.test(path),
    });
  }
}
for (const folder of ["bin", "bundle"])
  cpSync(join(root, "packages/cli", folder), join(stage, folder), { recursive: true });
for (const file of ["LICENSE", "NOTICE", "README.md"]) cpSync(join(root, file), join(stage, file));

const { version, description, license, engines } = manifestOf(".");
/** What the server's bundle and its threads import; the contract and the harnesses are inside them. */
const dependencies = ["contract", "harness", "server"]
  .flatMap((name) => Object.entries(manifestOf(`packages/${name}`).dependencies ?? {}))
  .filter(([name]) => !name.startsWith("@tackroom/"));
const manifest = {
  name: "@tackroom/tackroom",
  version,
  description,
  license,
  engines,
  bin: { tack: "bin/tack.cjs", tackroom: "bin/tack.cjs" },
  files: ["bin", "bundle", "NOTICE", ...Object.keys(PROGRAMS)],
  dependencies: Object.fromEntries(dependencies.toSorted(([a], [b]) => a.localeCompare(b))),
};
// Node.js reads from it that the server is made of ES modules, and the server its version.
const { name, type } = manifestOf("packages/server");
writeFileSync(join(stage, "server", "package.json"), `${JSON.stringify({ name, version, private: true, type })}\n`);
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
