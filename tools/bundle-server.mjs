// Makes few files of the server: loading its thousand modules one by one takes longer than everything else that a start does.
// Threads and whatever finds files beside itself stay as they are.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../packages/server/", import.meta.url));
const target = join(folder, "bundle");

/** Packages with native code, WebAssembly or other files that they look up relative to their own. */
const EXTERNAL = ["chdb", "@node-rs/argon2", "@electric-sql/*", "@fastify/swagger-ui", "pino", "pino-pretty"];

/** Our modules find assets, migrations and threads relative to themselves: they are told where they were before. */
const keepsPlaces = {
  name: "keeps-places",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/]server[\\/]dist[\\/].*[.]js$/ }, ({ path }) => {
      const place = JSON.stringify(relative(target, path).replaceAll("\\", "/"));
      return {
        contents: readFileSync(path, "utf8").replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`),
      };
    });
  },
};

/** CommonJS packages in an ES module look for what every CommonJS module has. */
const COMMONJS = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);
const __filename = require("node:url").fileURLToPath(import.meta.url);
const __dirname = require("node:path").dirname(__filename);`;

rmSync(target, { recursive: true, force: true });
const { outputFiles } = await build({
  entryPoints: [join(folder, "dist", "main.js")],
  outdir: target,
  bundle: true,
  // What `main` loads on demand stays apart: `--help` needs none of it.
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // A process holds the text for as long as it runs, and without comments and indentation it is shorter by a third.
  minifyWhitespace: true,
  lineLimit: 160,
  external: EXTERNAL,
  plugins: [keepsPlaces],
  banner: { js: COMMONJS },
  logLevel: "warning",
  write: false,
});
mkdirSync(target);
for (const { path, text } of outputFiles) writeFileSync(path, withoutWideCharacters(text));

/**
 * V8 holds a text with a character that Latin-1 lacks in two bytes for each of its characters, which is megabytes here. esbuild escapes
 * them in strings; what is left is in regular expressions, where the escape means the same.
 */
function withoutWideCharacters(text) {
  return text.replaceAll(/[^\0-\xff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
