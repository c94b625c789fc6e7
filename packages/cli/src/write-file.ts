import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Writes atomically, even if the machine crashes: readers see either the old or the new file. */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = openSync(fresh, "wx", mode);
    try {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

const DRAFT = /^\.[0-9a-f]{12}\.tmp$/;

/** Removes what a process that was killed while it wrote the file has left beside it. */
export function removeDrafts(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return;
  const drafts = readdirSync(folder).filter((each) => each.startsWith(name) && DRAFT.test(each.slice(name.length)));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
}
