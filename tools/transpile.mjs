// Makes JavaScript of every package in seconds. The compiler would take fifty times as long, because it checks types, which
// `npm run check` does; it emits declarations only.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where sources are, and what stands beside the output: the same as `rootDir` and `outDir` of the tsconfig.json beside them. */
const FOLDERS = [
  { from: "packages/contract/src", base: "packages/contract/src", to: "packages/contract/dist" },
  { from: "packages/harness/src", base: "packages/harness/src", to: "packages/harness/dist" },
  { from: "packages/server/src", base: "packages/server/src", to: "packages/server/dist" },
  { from: "packages/server/test", base: "packages/server", to: "packages/server/dist-test" },
  { from: "packages/cli/src", base: "packages/cli/src", to: "packages/cli/dist" },
  { from: "bench", base: "bench", to: "bench/dist" },
];

/** Vitest reads tests itself. */
const isCompiled = (path) =>
  path.endsWith(".ts") && !/\.test\.ts$|\.d\.ts$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path);

for (const { from, base, to } of FOLDERS) {
  const sources = readdirSync(join(root, from), { recursive: true })
    .filter(isCompiled)
    .map((path) => join(root, from, path));
  await build({
    entryPoints: sources,
    outbase: join(root, base),
    outdir: join(root, to),
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
  });
}
