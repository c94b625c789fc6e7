import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startGitServer, type GitServer } from "../../../test/git/git-server.js";
import { createRepository } from "../../../test/git/repository.js";
import { CLONE_TOKEN, createTestGits, everything, failureOf } from "../../../test/git/test-git.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import type { Git } from "./index.js";

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

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));

describe("does not go", () => {
  test.each([
    ["ssh://git@127.0.0.1/x.git", "Only https:// repositories can be fetched."],
    ["git@github.com:acme/x.git", "Only https:// repositories can be fetched."],
    ["file:///etc", "Only https:// repositories can be fetched."],
    ["ext::sh -c touch% /tmp/x", "Only https:// repositories can be fetched."],
    ["--upload-pack=touch /tmp/x", "Only https:// repositories can be fetched."],
    ["http://10.0.0.1/x.git", "10.0.0.1 is a private address."],
    ["http://169.254.169.254/x.git", "169.254.169.254 is a link-local address."],
    ["http://127.0.0.1:1/x.git", "127.0.0.1 is a loopback address."],
    ["https://user:secret@example.com/x.git", "The URL must not contain a username or password"],
  ])("to %s", async (url, reason) => {
    const error = await failureOf((await gitWith()).read({ ...everything, url }));
    expect(error.message).toContain(reason);
    expect(error.mayPass).toBe(false);
  });

  test("over plain http unless the operator allows it", async () => {
    const git = await gitWith({ mcpAllowHttpGit: false, outboundAllowedHosts: [] });
    const error = await failureOf(git.read({ ...everything, url: "http://example.com/x.git" }));
    expect(error.message).toContain("The connection to example.com would be unencrypted. Use https://.");
  });

  test("where a redirect to a private address leads, neither at first nor in the middle of a fetch", async () => {
    const repository = createRepository(root, "redirecting");
    repository.commit({ "a.txt": "a" }, "first");
    const redirect = { location: "http://10.0.0.1/x.git/info/refs?service=git-upload-pack" };
    host.intercept = (_request, response) => {
      response.writeHead(302, redirect).end();
      return true;
    };
    const url = host.url + repository.path;
    expect((await failureOf((await gitWith()).read({ ...everything, url }))).message).toContain("is a private address");
    host.intercept = (request, response) => {
      if (request.method !== "POST") return false;
      response.writeHead(307, { location: "http://10.0.0.1/x.git/git-upload-pack" }).end();
      return true;
    };
    const error = await failureOf((await gitWith()).read({ ...everything, url }));
    expect(error.message).toMatch(/could not be fetched from|redirected/);
  });

  test("to internal hosts, unless ALLOW_INTERNAL_GIT_URLS says so", async () => {
    const repository = createRepository(root, "internal");
    const sha = repository.commit({ "a.txt": "a" }, "first");
    const url = host.url + repository.path;
    await failureOf((await gitWith({ outboundAllowedHosts: [] })).read({ ...everything, url }));
    const git = await gitWith({ outboundAllowedHosts: [], allowInternalGitUrls: true });
    expect((await git.read({ ...everything, url })).sha).toBe(sha);
    // What hands out credentials to virtual machines is not part of anyone's network.
    const error = await failureOf(git.read({ ...everything, url: "http://169.254.169.254/x.git" }));
    expect(error.message).toContain("is a link-local address");
  });
});

describe("says what is wrong", () => {
  test.each([
    [
      "a repository that does not exist",
      "/absent.git",
      "HEAD",
      "the repository does not exist, or the server has no access",
    ],
    ["a branch that does not exist", "/wrong.git", "refs/heads/nope", "Branch nope was not found in the repository."],
    ["a tag that does not exist yet", "/wrong.git", "refs/tags/v9.9.9", "Tag v9.9.9 was not found in the repository."],
    ["a repository without commits", "/empty.git", "HEAD", "The repository has no commits."],
  ])("%s", async (_name, path, ref, reason) => {
    const made = readdirSync(root);
    if (!made.includes("wrong.git")) createRepository(root, "wrong").commit({ "a.txt": "a" }, "first");
    if (!made.includes("empty.git")) createRepository(root, "empty");
    const error = await failureOf((await gitWith()).read({ ...everything, url: host.url + path, ref }));
    expect(error.message).toContain(reason);
    // The host may be about to publish it.
    expect(error.mayPass).toBe(true);
  });

  test.each([
    ["/404-redirect.git", 500, "The connection failed or was closed.", true],
    ["/plain.git", 403, "the repository does not exist, or the server has no access to it.", true],
    ["/plain.git", 302, "redirected the fetch to another address, which is not followed.", false],
  ])("whatever the repository is called: %s answers %i", async (path, status, reason, mayPass) => {
    createRepository(root, path.slice(1, -4) + status).commit({ "a.txt": "a" }, "first");
    host.intercept = (request, response) => {
      if (request.method !== "POST") return false;
      response.writeHead(status, { location: `${host.url}/other.git/git-upload-pack` }).end();
      return true;
    };
    const url = `${host.url}${path.slice(0, -4)}${status}.git`;
    const error = await failureOf((await gitWith()).read({ ...everything, url }));
    expect(error.message).toContain(reason);
    expect(error.mayPass).toBe(mayPass);
  });

  test("a message that is too long, which is not about files", async () => {
    const repository = createRepository(root, "wordy");
    const message = join(temporaryDirectory(), "message.txt");
    writeFileSync(message, "words\n".repeat(200_000));
    repository.commit({ "a.txt": "a" }, "first");
    repository.git("commit", "--quiet", "--amend", "--file", message);
    repository.git("push", "--quiet", "--force", "origin", "main");
    const error = await failureOf((await gitWith()).read({ ...everything, url: host.url + repository.path }));
    expect(error).toMatchObject({
      message: "The message of the commit is too long to be read. Shorten it.",
      mayPass: false,
    });
  });

  test("a page that is not a repository", async () => {
    host.intercept = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>");
      return true;
    };
    const error = await failureOf((await gitWith()).read({ ...everything, url: `${host.url}/page` }));
    expect(error.message).toContain("has no git repository at this address");
  });

  test.each(["GET", "POST"])("a host that never answers a %s", async (method) => {
    const repository = createRepository(root, `silent-${method}`);
    repository.commit({ "a.txt": "a" }, "first");
    host.intercept = (request) => request.method === method;
    const git = await gitWith({ gitCloneTimeout: 1 });
    const error = await failureOf(git.read({ ...everything, url: host.url + repository.path }));
    expect(error.message).toMatch(/within 1 seconds|timed out after 1 s/);
    expect(error.mayPass).toBe(true);
  });
});

describe("the operator's token", () => {
  const basic = `Basic ${Buffer.from(`x-access-token:${CLONE_TOKEN}`).toString("base64")}`;

  test("goes only where the operator said, and only for those who may use it", async () => {
    createRepository(root, "acme/private").commit({ "a.txt": "a" }, "first");
    createRepository(root, "acme-two/private").commit({ "a.txt": "a" }, "first");
    const git = await gitWith({ gitCloneTokenHosts: [`${host.host}/acme`] });
    const authorizationsFor = async (path: string, usesToken: boolean): Promise<(string | undefined)[]> => {
      const before = host.requests.length;
      await git.read({ ...everything, url: host.url + path, usesToken });
      return [...new Set(host.requests.slice(before).map(({ authorization }) => authorization))];
    };
    expect(await authorizationsFor("/acme/private.git", true)).toEqual([basic]);
    expect(await authorizationsFor("/acme/private.git", false)).toEqual([undefined]);
    expect(await authorizationsFor("/acme-two/private.git", true)).toEqual([undefined]);
  });

  test("is neither in an error nor on the disk", async () => {
    const dataDir = temporaryDirectory();
    const git = await gitWith({ dataDir, gitCloneTokenHosts: [host.host] });
    let onDisk = "";
    host.intercept = (request, response) => {
      if (request.method === "GET") return false;
      onDisk = filesIn(dataDir).join("\n");
      response.writeHead(500).end();
      return true;
    };
    const repository = createRepository(root, "secretive");
    repository.commit({ "a.txt": "a" }, "first");
    const error = await failureOf(git.read({ ...everything, url: host.url + repository.path, usesToken: true }));
    expect(error.message).not.toContain(CLONE_TOKEN);
    expect(onDisk).toContain("bare = true");
    expect(onDisk).not.toContain(CLONE_TOKEN);
    expect(onDisk).not.toContain(basic.split(" ")[1]);
  });
});

describe("its directory", () => {
  test("is empty after a fetch, whether it succeeded or not", async () => {
    const dataDir = temporaryDirectory();
    const git = await gitWith({ dataDir });
    const repository = createRepository(root, "tidy");
    repository.commit({ "a.txt": "a" }, "first");
    await git.read({ ...everything, url: host.url + repository.path });
    await failureOf(git.read({ ...everything, url: `${host.url}/absent.git` }));
    expect(readdirSync(join(dataDir, "git"))).toEqual([]);
  });

  test("loses what a process that died has left: at the start, or once it is old enough", async () => {
    const dataDir = temporaryDirectory();
    const leave = (at: number): void => void mkdirSync(join(dataDir, "git", `${at}-left`), { recursive: true });
    const repository = createRepository(root, "crashed");
    repository.commit({ "a.txt": "a" }, "first");
    const read = async (git: Git): Promise<string[]> => {
      await git.read({ ...everything, url: host.url + repository.path });
      return readdirSync(join(dataDir, "git"));
    };
    leave(Date.now());
    expect(await read(await gitWith({ dataDir }))).toEqual([]);
    leave(Date.now() - 3_600_000);
    const recent = Date.now();
    leave(recent);
    // Somebody else who shares the directory may be at work in it.
    expect(await read(await gitWith({ dataDir }, { ownsDirectory: false }))).toEqual([`${recent}-left`]);
  });

  test("is left at once when the server stops", async () => {
    const repository = createRepository(root, "stopping");
    repository.commit({ "a.txt": "a" }, "first");
    const git = await gitWith();
    const asked = new Promise<void>((resolve) => {
      host.intercept = (request) => {
        if (request.method === "POST") resolve();
        return request.method === "POST";
      };
    });
    const reading = failureOf(git.read({ ...everything, url: host.url + repository.path }));
    await asked;
    await git.close();
    expect(await reading).toMatchObject({ message: "The server is stopping.", mayPass: true });
  });
});
