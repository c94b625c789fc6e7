import type { FoundTool } from "./findings.js";
import type { PackageManifest } from "./manifests/packages.js";

/** The packages whose tools are one server's. */
export interface ChosenServer {
  /** Folder of the package that stands for the server; "" is the root of the repository. */
  readonly home: string;
  readonly folders: ReadonlySet<string>;
}

export type Choice =
  | { readonly kind: "one"; readonly server: ChosenServer; readonly others: readonly string[] }
  | { readonly kind: "several"; readonly folders: readonly string[] };

/**
 * A repository may have several servers, each a package of its own, and then it is not known which of them somebody means: tools of
 * one would be invented for the others. The package at the root counts, or else the one that is named like the repository; packages
 * that a package needs are parts of its server.
 */
export function chooseServer(
  tools: readonly FoundTool[],
  packages: readonly PackageManifest[],
  repository: string,
): Choice {
  const folders = packageFolders(packages);
  const withTools = [...new Set(tools.map(({ path }) => nearestFolder(path, folders)))].toSorted();
  if (withTools.length === 0) return { kind: "one", server: { home: "", folders: new Set(folders) }, others: [] };
  const chosen = withTools.includes("") ? reachable("", packages) : chooseProgram(withTools, packages, repository);
  if (!chosen) return { kind: "several", folders: withTools };
  const own = withTools.filter((folder) => chosen.includes(folder));
  const others = withTools.filter((folder) => !chosen.includes(folder));
  return one(own, packages, repository, others);
}

function chooseProgram(
  withTools: readonly string[],
  packages: readonly PackageManifest[],
  repository: string,
): readonly string[] | undefined {
  const groups = programs(withTools, packages);
  const isNamed = (folder: string): boolean => isNamedLike(folder, packages, repository);
  return onlyOne(groups) ?? onlyOne(groups.filter((group) => group.some(isNamed)));
}

const onlyOne = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

function one(
  group: readonly string[],
  packages: readonly PackageManifest[],
  repository: string,
  others: readonly string[],
): Choice {
  const isRunnable = (folder: string): boolean =>
    packages.some((each) => each.folder === folder && each.commands.length > 0);
  const dependents = packages.filter(
    ({ folder }) => !group.includes(folder) && reachable(folder, packages).some((each) => group.includes(each)),
  );
  const candidates = [...group, ...dependents.map(({ folder }) => folder)];
  const home =
    group.find((folder) => folder === "") ??
    candidates.find((folder) => isRunnable(folder) && isNamedLike(folder, packages, repository)) ??
    candidates.find(isRunnable) ??
    group[0] ??
    "";
  return { kind: "one", server: { home, folders: new Set([...group, home]) }, others };
}

export const packageFolders = (packages: readonly PackageManifest[]): string[] => [
  ...new Set(["", ...packages.map(({ folder }) => folder)]),
];

/** The package that a file belongs to. */
export function nearestFolder(path: string, folders: readonly string[]): string {
  let nearest = "";
  for (const folder of folders) if (folder.length > nearest.length && path.startsWith(`${folder}/`)) nearest = folder;
  return nearest;
}

/** Folders of the packages that a package needs, directly or through others. */
function reachable(from: string, packages: readonly PackageManifest[]): string[] {
  const found = new Set([from]);
  for (const folder of found) {
    const own = packages.filter((each) => each.folder === folder);
    for (const { name, folder: other } of packages)
      if (name !== "" && own.some(({ dependencies, isWorkspace }) => !isWorkspace && dependencies.has(name)))
        found.add(other);
  }
  return [...found];
}

/**
 * What each program has tools in: itself and what it needs. Of two programs that share all their tools, as two transports of one
 * server do, one is left; two that only share a library stay two.
 */
function programs(folders: readonly string[], packages: readonly PackageManifest[]): string[][] {
  const withTools = new Set(folders);
  const all = [...new Set([...folders, ...packages.map(({ folder }) => folder)])]
    .map((folder) =>
      reachable(folder, packages)
        .filter((each) => withTools.has(each))
        .toSorted(),
    )
    .filter((group) => group.length > 0)
    .toSorted((a, b) => b.length - a.length);
  const largest: string[][] = [];
  for (const group of all)
    if (!largest.some((other) => group.every((folder) => other.includes(folder)))) largest.push(group);
  return largest;
}

const COMMON = new Set(["mcp", "server", "servers", "the", "js", "ts", "py", "python", "typescript", "node"]);

const words = (name: string): Set<string> =>
  new Set(
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/u)
      .filter((word) => word !== "" && !COMMON.has(word)),
  );

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && a.size === b.size && [...a].every((word) => b.has(word));

function isNamedLike(folder: string, packages: readonly PackageManifest[], repository: string): boolean {
  const wanted = words(repository);
  const names = packages
    .filter((each) => each.folder === folder)
    .flatMap(({ name }) => [name, name.split("/").at(-1) ?? ""]);
  return [...names, folder.split("/").at(-1) ?? ""].some((name) => isSame(words(name), wanted));
}
