import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryDirectory } from "./temporary.js";

const run = promisify(execFile);

/** A person's git, without anything of the machine's configuration. Throws what git complains about. */
export async function git(args: readonly string[], cwd = temporaryDirectory()): Promise<string> {
  const { stdout } = await run("git", [...args], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
    },
  });
  return stdout;
}

/** Where the clone is. */
export async function clone(url: string, ...options: string[]): Promise<string> {
  const directory = temporaryDirectory();
  await git(["clone", "--quiet", ...options, url, directory]);
  return directory;
}

/** The bytes of every file below a folder, by path. */
export async function filesBelow(directory: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files: Record<string, Buffer> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(directory.length + 1);
    if (entry.isFile() && !path.startsWith(".git/")) files[path] = await readFile(join(directory, path));
  }
  return files;
}

/** The bytes of every object that a clone has, as one text. */
export async function allObjects(directory: string): Promise<string> {
  const listed = await git(["cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)"], directory);
  const objects = listed.trim().split("\n");
  const texts: string[] = [];
  for (const object of objects) {
    const [name = "", type = ""] = object.split(" ");
    texts.push(await git(["cat-file", ...(type === "tree" ? ["-p"] : [type]), name], directory));
  }
  return texts.join("\n");
}
