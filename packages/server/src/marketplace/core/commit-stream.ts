import type { FileToWrite } from "@tackroom/harness";

export interface CommitAbout {
  readonly ref: string;
  /** Absent for the first commit of a history. */
  readonly parent: string | undefined;
  readonly email: string;
  readonly at: Date;
  readonly message: string;
}

const MARK = ":1";

/** Begins a commit in the language of `git fast-import`. Author and date come from the catalogue: the same change is the same commit. */
export function beginCommit({ ref, parent, email, at, message }: CommitAbout): Buffer {
  const person = `Tackroom <${email}> ${Math.floor(at.getTime() / 1000)} +0000`;
  return Buffer.concat([
    Buffer.from(`feature done\ncommit ${ref}\nmark ${MARK}\nauthor ${person}\ncommitter ${person}\n`),
    dataOf(Buffer.from(message)),
    Buffer.from(parent === undefined ? "" : `from ${parent}\n`),
  ]);
}

export const removePath = (path: string): string => `D ${quoted(path)}\n`;

/** A folder that the repository has already, by its tree: nothing in it is read. */
export const placeTree = (path: string, tree: string): string => `M 040000 ${tree} ${quoted(path)}\n`;

export function writeFile(path: string, { content, encoding, executable }: FileToWrite): Buffer {
  return Buffer.concat([
    Buffer.from(`M ${executable ? "100755" : "100644"} inline ${quoted(path)}\n`),
    dataOf(Buffer.from(content, encoding ?? "utf8")),
  ]);
}

/** Has fast-import print the commit's name. */
export const END_OF_COMMIT = `\nget-mark ${MARK}\ndone\n`;

const dataOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);

const quoted = (path: string): string =>
  `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;

/** What git, or a file system that ignores case or some characters, would take for its own folder. */
export function isSafePath(path: string): boolean {
  return path.split("/").every((part) => {
    const plain = part
      .normalize("NFC")
      .replaceAll(/[\p{Cf}\p{Cc}]/gu, "")
      .toLowerCase()
      .replace(/(?<![. ])[. ]+$/, "");
    return (
      plain !== "" && plain !== ".git" && plain !== "git~1" && !/[\\:]/.test(plain) && !plain.startsWith(".gitmodules")
    );
  });
}
