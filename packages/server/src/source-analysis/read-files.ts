import type { SourceText } from "./evaluation/project.js";
import { LIMITS } from "./limits.js";
import { isManifest, isOwnSource } from "./read-paths.js";
import type { SourceFile } from "./repository-analysis.js";

export interface ReadFiles {
  readonly sources: readonly SourceText[];
  readonly manifests: readonly SourceText[];
  /** What was left out, in sentences. */
  readonly issues: readonly string[];
}

/** The texts of the files that matter, up to the limits: those nearest to the root first, where servers are. */
export function readFiles(files: readonly SourceFile[]): ReadFiles {
  const decoder = new TextDecoder("utf-8");
  const wanted = files.filter(({ path }) => isOwnSource(path) || isManifest(path)).toSorted(nearestFirst);
  const sources: SourceText[] = [];
  const manifests: SourceText[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const [index, { path, content }] of wanted.entries()) {
    const isTooMuch = index >= LIMITS.files || bytes + content.byteLength > LIMITS.totalBytes;
    if (isTooMuch || content.byteLength > LIMITS.fileBytes) {
      leftOut.push(path);
      continue;
    }
    bytes += content.byteLength;
    const file = { path, text: decoder.decode(content) };
    (isManifest(path) ? manifests : sources).push(file);
  }
  const [first] = leftOut;
  const issues =
    first === undefined
      ? []
      : [`The repository is too large to be read in full. ${leftOut.length} files were left out, such as ${first}.`];
  return { sources, manifests, issues };
}

const depth = ({ path }: SourceFile): number => path.split("/").length;
const nearestFirst = (a: SourceFile, b: SourceFile): number => depth(a) - depth(b) || (a.path < b.path ? -1 : 1);
