import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/temporary.js";
import { createGitIn, GitExit } from "./index.js";

const closing = new AbortController();
const git = createGitIn({ closing: closing.signal, timeoutMs: 60_000 });

function emptyRepository(): string {
  const directory = temporaryDirectory();
  execFileSync("git", ["init", "--bare", "--quiet", directory]);
  return directory;
}

test("a stream has all that git wrote, and fails as git does", async () => {
  const directory = emptyRepository();
  const hash = (await git.run(directory, ["hash-object", "-w", "--stdin"], { input: "hello" })).toString().trim();
  const absent = "1".repeat(40);
  let text = "";
  const reading = (async () => {
    for await (const chunk of git.stream(directory, ["cat-file", "--batch"], { input: `${hash}\n` })) text += chunk;
    for await (const chunk of git.stream(directory, ["cat-file", "blob", absent])) text += chunk;
  })();
  await expect(reading).rejects.toThrow(/^git cat-file failed with 128: .*1111/);
  await expect(reading).rejects.toBeInstanceOf(GitExit);
  expect(text).toBe(`${hash} blob 5\nhello\n`);
});

test("a stream that is stopped fails with the reason", async () => {
  const reading = (async () => {
    const waiting = (async function* (): AsyncGenerator<string> {
      yield "";
      await new Promise(() => undefined);
    })();
    const stream = git.stream(emptyRepository(), ["cat-file", "--batch"], { input: waiting });
    setImmediate(() => closing.abort(new Error("The server is stopping.")));
    await stream.toArray();
  })();
  await expect(reading).rejects.toThrow("The server is stopping.");
});
