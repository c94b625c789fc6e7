export { openGit, type Git, type GitCommit } from "./git.js";
export { GitError } from "./git-error.js";
export { createGitIn, type GitIn } from "./git-in.js";
export { GitExit } from "./run-git.js";
