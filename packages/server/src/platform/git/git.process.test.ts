import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, ftruncateSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startGitServer, type GitServer } from "../../../test/git/git-server.js";
import { createRepository } from "../../../test/git/repository.js";
import { createTestGits, everything, failureOf } from "../../../test/git/test-git.js";
import { temporaryDirectory } from "../../../test/temporary.js";

const root = temporaryDirectory();
let host: GitServer;
const gits = createTestGits(() => host.host);
const gitWith = gits.open;

beforeAll(async () => {
  host = await startGitServer(root);
});
afterEach(async () => {
  host.intercept = () => false;
  await gits.close();
});
afterAll(() => host.close());

const pathsOf = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path);

describe("reads", () => {
  test("the tip of the default branch, and says which branch that is", async () => {
    const repository = createRepository(root, "plain");
    repository.commit({ "a.txt": "one" }, "first");
    const sha = repository.commit({ "a.txt": "two", "src/b.txt": "b" }, "second\n\nWith a body.");
    const commit = await (await gitWith()).read({ ...everything, url: host.url + repository.path });
    expect(commit).toMatchObject({ sha, ref: "refs/heads/main", message: "second\n\nWith a body.", unread: 0 });
    expect(commit.files.map(({ path, content }) => [path, Buffer.from(content).toString()])).toEqual([
      ["a.txt", "two"],
      ["src/b.txt", "b"],
    ]);
  });

  test("a branch, a tag, an annotated tag and only the wanted files", async () => {
    const repository = createRepository(root, "refs");
    const first = repository.commit({ "a.txt": "one", "b.txt": "b" }, "first");
    repository.tag("v1.0.0");
    repository.git("tag", "-a", "v1.0.1", "-m", "Annotated");
    repository.git("push", "--quiet", "origin", "v1.0.1");
    const second = repository.commit({ "a.txt": "two" }, "second", "next");
    const git = await gitWith();
    const url = host.url + repository.path;
    const wants = ({ path }: { readonly path: string }): boolean => path === "a.txt";
    const shas = await Promise.all(
      ["refs/heads/main", "refs/tags/v1.0.0", "refs/tags/v1.0.1", "refs/heads/next", "v1.0.0", first].map(
        async (ref) => (await git.read({ ...everything, url, ref, wants })).sha,
      ),
    );
    expect(shas).toEqual([first, first, first, second, first, first]);
    const { files } = await git.read({ ...everything, url, ref: "refs/tags/v1.0.0", wants });
    expect(pathsOf(files)).toEqual(["a.txt"]);
  });

  test("over an address that redirects to where it was renamed to", async () => {
    const repository = createRepository(root, "renamed");
    const sha = repository.commit({ "a.txt": "a" }, "first");
    host.intercept = (request, response) => {
      if (!request.url?.startsWith("/former.git/")) return false;
      response.writeHead(301, { location: `${host.url}${request.url.replace("/former.git", repository.path)}` }).end();
      return true;
    };
    expect((await (await gitWith()).read({ ...everything, url: `${host.url}/former.git` })).sha).toBe(sha);
  });

  test("from the address that was checked: the name is not looked up again", async () => {
    const repository = createRepository(root, "pinned");
    const sha = repository.commit({ "a.txt": "a" }, "first");
    const name = `git.invalid:${new URL(host.url).port}`;
    // Nothing but this lookup knows the name, so git can only have been told.
    const git = await gitWith(
      { outboundAllowedHosts: [name] },
      { lookup: async () => [{ address: "127.0.0.1", family: 4 }] },
    );
    expect((await git.read({ ...everything, url: `http://${name}${repository.path}` })).sha).toBe(sha);
  });
});

describe("does not trust what is in a repository", () => {
  test("symbolic links, submodules and executable attributes are not followed", async () => {
    const repository = createRepository(root, "hostile");
    repository.commit({ "a.txt": "a\n", ".gitattributes": "* filter=evil diff=evil text eol=crlf\n" }, "first");
    const work = join(root, "hostile.work");
    symlinkSync("/etc/passwd", join(work, "passwd"));
    symlinkSync("/etc", join(work, "etc"));
    repository.git("add", "--all");
    repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},module`);
    writeFileSync(join(work, ".gitmodules"), '[submodule "module"]\n\tpath = module\n\turl = /etc\n');
    repository.git("add", ".gitmodules");
    repository.git("commit", "--quiet", "-m", "hostile");
    repository.git("push", "--quiet", "origin", "main");
    const { files } = await (await gitWith()).read({ ...everything, url: host.url + repository.path });
    expect(pathsOf(files)).toEqual([".gitattributes", ".gitmodules", "a.txt"]);
    expect(Buffer.from(files[2]?.content ?? []).toString()).toBe("a\n");
  });

  test("paths that lead out of the repository are refused", async () => {
    const repository = createRepository(root, "dots");
    repository.commit({ "a.txt": "a" }, "first");
    const bare = join(root, "dots.git");
    const blob = repository.git("rev-parse", "HEAD:a.txt");
    const tree = Buffer.concat([Buffer.from("100644 ..\0"), Buffer.from(blob, "hex")]);
    const make = (type: string, input: Buffer | string): string =>
      execFileSync("git", ["hash-object", "-t", type, "-w", "--stdin", "--literally"], { cwd: bare, input })
        .toString()
        .trim();
    const treeId = make("tree", tree);
    const commit = `tree ${treeId}\nauthor A <a@b.c> 1 +0000\ncommitter A <a@b.c> 1 +0000\n\nx\n`;
    execFileSync("git", ["update-ref", "refs/heads/main", make("commit", commit)], { cwd: bare });
    const error = await failureOf((await gitWith()).read({ ...everything, url: host.url + repository.path }));
    expect(error).toMatchObject({
      message: "The repository contains objects that are damaged or not allowed, so it was refused.",
      mayPass: false,
    });
  });

  test("a huge file of zeros costs no disk, and is not read", async () => {
    const repository = createRepository(root, "sparse");
    const work = join(root, "sparse.work");
    const zeros = openSync(join(work, "zeros.bin"), "w");
    ftruncateSync(zeros, 60 * 1024 * 1024);
    closeSync(zeros);
    writeFileSync(join(work, "a.txt"), "a");
    repository.git("add", "--all");
    repository.git("commit", "--quiet", "-m", "zeros");
    repository.git("push", "--quiet", "origin", "main");
    const commit = await (await gitWith()).read({ ...everything, url: host.url + repository.path });
    expect(pathsOf(commit.files)).toEqual(["a.txt"]);
    expect(commit.unread).toBe(1);
  });

  test("one that is too large is refused while it is fetched", async () => {
    const repository = createRepository(root, "large");
    repository.commit({ "noise.txt": randomBytes(3 * 1024 * 1024).toString("base64") }, "noise");
    const git = await gitWith({}, { maxRepositoryBytes: 1024 * 1024 });
    const error = await failureOf(git.read({ ...everything, url: host.url + repository.path }));
    expect(error).toMatchObject({
      message: "The repository exceeds the limit of 1 MB. Use a smaller repository.",
      mayPass: false,
    });
  });
});
