import { expect } from "vitest";
import { Secret } from "../../src/platform/config/index.js";
import { openGit, type GitConfig, type GitOptions } from "../../src/platform/git/git.js";
import { GitError, type Git } from "../../src/platform/git/index.js";
import { temporaryDirectory } from "../temporary.js";

/** The operator's, in these tests. */
export const CLONE_TOKEN = "ghp_not-a-real-token";

/** Everything that the default branch has. */
export const everything = { ref: "HEAD", usesToken: false, wants: () => true } as const;

export interface TestGits {
  /** One that may call this host, with a data directory of its own. */
  open(change?: Partial<GitConfig>, options?: Partial<GitOptions>): Promise<Git>;
  close(): Promise<void>;
}

export function createTestGits(allowedHost: () => string): TestGits {
  let opened: Git[] = [];
  return {
    async open(change = {}, options = {}) {
      const config: GitConfig = {
        dataDir: temporaryDirectory(),
        gitCloneToken: new Secret(CLONE_TOKEN),
        gitCloneTokenUser: "x-access-token",
        gitCloneTokenHosts: [],
        gitCloneTimeout: 30,
        allowInternalGitUrls: false,
        mcpAllowHttpGit: true,
        outboundAllowedHosts: [allowedHost()],
        ...change,
      };
      const git = await openGit(config, { ownsDirectory: true, ...options });
      opened.push(git);
      return git;
    },
    async close() {
      await Promise.all(opened.map((git) => git.close()));
      opened = [];
    },
  };
}

export async function failureOf(work: Promise<unknown>): Promise<GitError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(GitError);
  return error as GitError;
}
