import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface TestRepository {
  /** The part of its address after the server's. */
  readonly path: string;
  readonly name: string;
  /** Replaces all files, commits them to the branch and pushes it; says which commit that made. */
  commit(files: Readonly<Record<string, string>>, message: string, branch?: string): string;
  tag(name: string): void;
  git(...args: readonly string[]): string;
}

/** A bare repository in this folder, and a working copy beside it in which commits are made. */
export function createRepository(root: string, name: string): TestRepository {
  const [bare, work] = [join(root, `${name}.git`), join(root, `${name}.work`)];
  mkdirSync(bare, { recursive: true });
  mkdirSync(work);
  run(bare, ["init", "--bare", "--quiet", "--initial-branch=main", bare]);
  run(work, ["init", "--quiet", "--initial-branch=main", work]);
  run(work, ["remote", "add", "origin", bare]);
  const git = (...args: readonly string[]): string => run(work, args);
  return {
    path: `/${name}.git`,
    name,
    git,
    commit(files, message, branch = "main") {
      git("checkout", "--quiet", "-B", branch);
      for (const file of git("ls-files").split("\n").filter(Boolean)) rmSync(join(work, file), { force: true });
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), content);
      }
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "-m", message);
      git("push", "--quiet", "--force", "origin", branch);
      return git("rev-parse", "HEAD");
    },
    tag(name_) {
      git("tag", name_);
      git("push", "--quiet", "origin", name_);
    },
  };
}

const run = (cwd: string, args: readonly string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8", env: ENV, stdio: ["ignore", "pipe", "pipe"] }).trim();

const ENV = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};
