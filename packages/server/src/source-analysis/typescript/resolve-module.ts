import type { Workspace } from "../evaluation/language.js";

const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const COMPILED = /\.(?:js|jsx|mjs|cjs)$/u;

/** The file of the repository that an import means; none where it is another package's. */
export function resolveModule({ paths, packages }: Workspace, from: string, module: string): string[] {
  if (module.startsWith(".")) return firstOf(candidates(join(folderOf(from), module)), paths);
  // `@/tools` and `~/tools` are what tsconfig.json makes of a folder, nearly always the one with the sources.
  const alias = /^(?:[@~#]|src)\/(.+)$/u.exec(module)?.[1];
  if (alias === undefined) return resolvePackage(paths, packages, module);
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    for (const root of ["src/", ""]) {
      const found = firstOf(candidates(join(folder, root + alias)), paths);
      if (found.length > 0) return found;
    }
    if (folder === "") return [];
  }
}

/** Another package of the same repository, whose sources are rarely where its manifest says its compiled files are. */
function resolvePackage(paths: ReadonlySet<string>, packages: ReadonlyMap<string, string>, module: string): string[] {
  const parts = module.split("/");
  const length = module.startsWith("@") ? 2 : 1;
  const folder = packages.get(parts.slice(0, length).join("/"));
  if (folder === undefined) return [];
  const inside = parts.slice(length).join("/");
  return firstOf(
    ["src/", "", "lib/"].flatMap((root) => candidates(join(folder, root + (inside || "index")))),
    paths,
  );
}

function candidates(path: string): string[] {
  const bare = path.replace(COMPILED, "");
  return [
    ...(COMPILED.test(path) ? ENDINGS.map((ending) => bare + ending) : [path]),
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => `${path === "" ? "" : `${path}/`}index${ending}`),
  ];
}

function firstOf(candidatePaths: readonly string[], paths: ReadonlySet<string>): string[] {
  const found = candidatePaths.find((path) => paths.has(path));
  return found === undefined ? [] : [found];
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function join(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
