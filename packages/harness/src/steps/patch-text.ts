/** A part of a file before and after it was changed. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

/** What a call changes in a file. `write`: the whole file, of which the former content is not known. */
export interface FileChange {
  readonly path: string;
  readonly kind: "edit" | "write" | "delete";
  readonly hunks: readonly Hunk[];
}

const FILE = /^\*\*\* (Update|Add|Delete) File: (.+)$/;

/** A patch as `apply_patch` takes it. */
export function readPatch(patch: string): FileChange[] {
  const changes: FileChange[] = [];
  let hunks: Hunk[] = [];
  let hunk = new OpenHunk();
  const finish = (): void => {
    if (!hunk.isEmpty) hunks.push(hunk.done());
    hunk = new OpenHunk();
  };
  for (const line of patch.split("\n")) {
    const [, verb, path = ""] = FILE.exec(line) ?? [];
    if (verb !== undefined) {
      finish();
      hunks = [];
      changes.push({
        path: path.trim(),
        kind: verb === "Add" ? "write" : verb === "Delete" ? "delete" : "edit",
        hunks,
      });
    } else if (line.startsWith("*** End Patch")) break;
    else if (line.startsWith("@@")) finish();
    else if (changes.length > 0 && !line.startsWith("*** ")) hunk.add(line);
  }
  finish();
  return changes;
}

/** A unified diff of one or more files. */
export function readUnifiedDiff(diff: string, givenPath: string | null): FileChange[] {
  const changes: FileChange[] = [];
  let hunk = new OpenHunk();
  let hunks: Hunk[] = [];
  const finish = (): void => {
    if (!hunk.isEmpty) hunks.push(hunk.done());
    hunk = new OpenHunk();
  };
  const begin = (path: string): void => {
    finish();
    hunks = [];
    changes.push({ path, kind: "edit", hunks });
  };
  if (givenPath !== null) begin(givenPath);
  let isInHunk = false;
  for (const line of diff.split("\n")) {
    if (line.startsWith("--- ") || line.startsWith("diff ")) isInHunk = false;
    else if (!isInHunk && line.startsWith("+++ ") && givenPath === null)
      begin(line.slice(4).replace(/^b\//, "").trim());
    else if (line.startsWith("@@")) {
      finish();
      isInHunk = true;
    } else if (isInHunk && changes.length > 0) hunk.add(line);
  }
  finish();
  return changes.filter((change) => change.hunks.length > 0);
}

const SEARCH = /^[-<]{5,9} ?SEARCH>?$/;
const DIVIDER = /^={5,9}$/;
const REPLACE = /^[+>]{5,9} ?REPLACE/;

/** Blocks of what to search and what to put there, as Cline and its kin write them. One that is not closed is left out. */
export function readSearchBlocks(text: string): Hunk[] {
  const blocks: Hunk[] = [];
  let before: string[] | undefined;
  let after: string[] | undefined;
  for (const line of text.split("\n")) {
    if (before && after && REPLACE.test(line)) {
      blocks.push({ before: before.join("\n"), after: after.join("\n") });
      before = after = undefined;
    } else if (after) after.push(line);
    else if (before && DIVIDER.test(line)) after = [];
    else if (before) before.push(line);
    else if (SEARCH.test(line)) before = [];
  }
  return blocks;
}

class OpenHunk {
  readonly #before: string[] = [];
  readonly #after: string[] = [];

  get isEmpty(): boolean {
    return this.#before.length + this.#after.length === 0;
  }

  add(line: string): void {
    if (line.startsWith("\\")) return;
    const text = line.slice(1);
    if (!line.startsWith("+")) this.#before.push(text);
    if (!line.startsWith("-")) this.#after.push(text);
  }

  done(): Hunk {
    return { before: this.#before.join("\n"), after: this.#after.join("\n") };
  }
}
