// Makes few files of `tack`: a command starts in the time that Node takes, not in that of a hundred modules. Packages that only
// some commands use are files of their own, since compiling all of them would take longer than most commands. The hook, which
// runs inside people's sessions, is one too.
import { readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("../packages/cli/", import.meta.url));
const { version } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));

/** Almost every command needs these. */
const ALWAYS_NEEDED = ["commander", "picocolors", "string-width", "@tackroom/contract"];

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
for (const [source, bundle] of [
  ["main", "tack"],
  ["hook-main", "hook"],
]) {
  await build({
    ...shared,
    entryPoints: [`${folder}src/${source}.ts`],
    outfile: `${folder}bundle/${bundle}.cjs`,
    plugins: [withoutPrograms, packagesApart()],
  });
}
for (const name of apart) {
  await build({
    ...shared,
    absWorkingDir: folder,
    entryPoints: [OWN_APART[name] ?? name],
    outfile: `${folder}bundle/${fileOf(OWN_APART[name] ? "mcp-sdk" : name)}`,
    plugins: [packagesApart(name)],
  });
}
