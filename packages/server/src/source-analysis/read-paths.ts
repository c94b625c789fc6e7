import { LIMITS } from "./limits.js";
import { wordsOf } from "./words-of.js";

/** Folders of code that is not the server: tests, examples, other people's packages. */
const OTHER_FOLDERS = wordsOf(`
  test tests __tests__ testdata test-data test_data e2e __mocks__ mocks fixtures __fixtures__ example examples
  evals bench benchmarks vendor vendored third_party third-party node_modules site-packages venv dist`);
/** These are so only outside of the sources: `src/tools/docs` may be tools that search documentation. */
const OTHER_OUTSIDE = wordsOf(`
  docs doc sample samples demo demos tutorials testing spec specs eval evaluation evaluations benchmark
  experiments templates template build out`);
const SOURCE_ROOTS = new Set(["src", "lib", "pkg", "internal", "cmd", "app"]);
const OTHER_FILES =
  /^(?:conftest\.py|test_[^/]*\.py|setup\.py|tests?\.(?:py|[cm]?[jt]sx?)|[^/]*(?:_test\.(?:py|go)|[._-](?:test|tests|spec)\.[cm]?[jt]sx?|\.(?:stories|bench|eval|config)\.[cm]?[jt]sx?|\.d\.[cm]?ts|\.min\.js))$/u;
const SOURCE = /\.(?:py|go|[cm]?tsx?|[cm]?jsx?)$/u;
const MANIFESTS =
  /^(?:package\.json|pyproject\.toml|go\.mod|server\.json|readme(?:\.(?:md|markdown|rst|txt))?|dockerfile|(?:docker-)?compose(?:\.[a-z0-9-]+)?\.ya?ml)$/iu;
const DOTENV = /^\.env[.a-z_-]*$/iu;
/** They are kept out of repositories because they have somebody's values in them. */
const PRIVATE_DOTENV = new Set([".env", ".env.local"]);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Whether the file is part of what the server runs, by its name. */
export function isOwnSource(path: string): boolean {
  return SOURCE.test(path) && !OTHER_FILES.test(nameOf(path)) && isInOwnFolder(path);
}

function isInOwnFolder(path: string): boolean {
  const folders = folderOf(path).toLowerCase().split("/");
  const root = folders.findIndex((folder) => SOURCE_ROOTS.has(folder));
  return folders.every((folder, index) => {
    const isOutside = root < 0 || index < root;
    return !OTHER_FOLDERS.has(folder) && !folder.startsWith(".") && !(isOutside && OTHER_OUTSIDE.has(folder));
  });
}

export function isManifest(path: string): boolean {
  const name = nameOf(path);
  if (PRIVATE_DOTENV.has(name)) return false;
  return (MANIFESTS.test(name) || DOTENV.test(name)) && isInOwnFolder(path);
}

/** Whether the analysis reads this file at all; the fetcher asks before it reads a blob. */
export function isRead(path: string, size: number): boolean {
  return size <= LIMITS.fileBytes && (isOwnSource(path) || isManifest(path));
}
