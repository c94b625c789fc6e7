// Makes few files of `tack`: a command starts in the time that Node takes, not in that of a hundred modules. What only some
// commands need is apart, since compiling all of it would take longer than most commands: `tack.cjs` knows what the commands are
// called and take, `commands.cjs` does what they do, and packages are files of their own. So is the hook, which runs inside
// people's sessions.
import { readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { hookOutputs } from "@tackroom/harness";
import { build } from "esbuild";
import { packClient } from "./pack-client.mjs";

const folder = fileURLToPath(new URL("../packages/cli/", import.meta.url));
const { version } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));

/** Almost every command needs these. */
const ALWAYS_NEEDED = ["commander", "picocolors", "string-width", "@tackroom/contract"];

const source = join(folder, "src");
/** Both know an error by its class, so that there must be one of it. */
const ERRORS = join(source, "errors.ts");

/** Of packages that are used by their parts, a file of ours says which. */
const OWN_APART = { "./mcp-sdk.js": "src/commands/sandbox/mcp-sdk.ts" };

const fileOf = (name) => `${name.replace("@", "").replaceAll("/", "-")}.cjs`;
const apart = new Set();

/** Packages become files beside the bundle; `own` is the one that is being made a file. */
const packagesApart = (own) => ({
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^[.][/]mcp-sdk[.]js$/ }, ({ path }) => {
      apart.add(path);
      return { path: "./mcp-sdk.cjs", external: true };
    });
    onResolve({ filter: /^(@[a-z][^/]*\/)?[a-z][^/]*/ }, ({ path, kind }) => {
      if (kind === "entry-point" || path.startsWith("node:")) return undefined;
      const name = path
        .split("/")
        .slice(0, path.startsWith("@") ? 2 : 1)
        .join("/");
      const isOurs = own === undefined ? !ALWAYS_NEEDED.includes(name) : SHARED.includes(name) && name !== own;
      if (!isOurs || !DEPENDENCIES.includes(name)) return undefined;
      // A part of the harnesses that has an entry of its own is small, and the file of the whole does not export it.
      if (path.startsWith("@tackroom/harness/")) return undefined;
      apart.add(name);
      return { path: `./${fileOf(name)}`, external: true };
    });
  },
});
/**
 * Commander can start programs as its subcommands, and loads what that takes in any case: some milliseconds of every start, for
 * something that `tack` has none of.
 */
const withoutPrograms = {
  name: "without-programs",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]lib[\\/]/.test(importer) ? { path: "child_process", namespace: "nothing" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "" }));
  },
};
/** What a command does, by the file that does it. */
const actions = new Map();
const actionsApart = {
  name: "actions-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[.]/ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const file = resolve(resolveDir, path.replace(/[.]js$/, ".ts"));
      actions.set(relative(source, file), file);
      return { path: relative(source, file), namespace: "action" };
    });
    onLoad({ filter: /.*/, namespace: "action" }, ({ path }) => ({
      contents: `module.exports = require("./commands.cjs")[${JSON.stringify(path)}]`,
      resolveDir: source,
    }));
    onResolve({ filter: /[/]commands[.]cjs$/ }, ({ path }) => ({ path, external: true }));
  },
};
const errorsApart = {
  name: "errors-apart",
  setup({ onResolve }) {
    onResolve({ filter: /[/]errors[.]js$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path.replace(/[.]js$/, ".ts")) === ERRORS
        ? { path: "./errors.cjs", external: true }
        : undefined,
    );
  },
};
const DEPENDENCIES = Object.keys(JSON.parse(readFileSync(`${folder}package.json`, "utf8")).dependencies);
/** What several of the files use is one of them, too. */
const SHARED = ["yaml", "@tackroom/harness"];

const shared = {
  bundle: true,
  minify: true,
  platform: "node",
  // Some packages have a form for bundlers, and another that looks for its parts at run time.
  mainFields: ["module", "main"],
  format: "cjs",
  target: "node20",
  define: { TACK_VERSION: JSON.stringify(version) },
  logLevel: "warning",
};

rmSync(`${folder}bundle`, { recursive: true, force: true });
const into = (name) => `${folder}bundle/${name}.cjs`;
const outer = [withoutPrograms, packagesApart()];
await build({
  ...shared,
  entryPoints: [join(source, "main.ts")],
  outfile: into("tack"),
  plugins: [actionsApart, errorsApart, ...outer],
});
// They are found in an order that differs from run to run, and the bytes must not.
const members = Array.from(actions)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, file]) => `get ${JSON.stringify(name)}() { return require(${JSON.stringify(file)}); }`);
await build({
  ...shared,
  stdin: { contents: `module.exports = { ${members.join(", ")} };`, resolveDir: source },
  outfile: into("commands"),
  plugins: [errorsApart, ...outer],
});
await build({ ...shared, entryPoints: [ERRORS], outfile: into("errors"), plugins: outer });
await build({
  ...shared,
  entryPoints: [join(source, "hook-main.ts")],
  outfile: into("hook"),
  define: { ...shared.define, HOOK_OUTPUTS: JSON.stringify(hookOutputs()) },
  plugins: outer,
});
for (const name of apart) {
  await build({
    ...shared,
    absWorkingDir: folder,
    entryPoints: [OWN_APART[name] ?? name],
    outfile: `${folder}bundle/${fileOf(OWN_APART[name] ? "mcp-sdk" : name)}`,
    plugins: [packagesApart(name)],
  });
}
packClient();
