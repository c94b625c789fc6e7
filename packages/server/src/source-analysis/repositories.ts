import type { ValidationResult } from "@tackroom/contract";
import type { Git, GitCommit } from "../platform/git/index.js";
import { isRead } from "./read-paths.js";
import type { RepositoryAnalysis } from "./repository-analysis.js";
import type { SourceAnalyzer } from "./source-analyzer.js";

export interface RepositorySource {
  readonly url: string;
  /** `HEAD`, a full ref, or a short name or commit as git understands it. */
  readonly ref: string;
  /** Whether the operator's token may be used; only for people who are trusted with what it opens. */
  readonly usesToken: boolean;
}

/** A commit, and what its files say about the MCP server in it. */
export interface AnalyzedCommit extends Pick<GitCommit, "sha" | "ref" | "message"> {
  readonly analysis: RepositoryAnalysis;
}

/** Repositories of MCP servers. */
export interface Repositories {
  /** Throws a `GitError` if the repository cannot be fetched. */
  analyze(source: RepositorySource): Promise<AnalyzedCommit>;
}

export function createRepositories(git: Git, analyzer: SourceAnalyzer): Repositories {
  return {
    async analyze(source) {
      const { sha, ref, message, files, unread } = await git.read({ ...source, wants });
      const analysis = await analyzer.analyze(files, { repositoryName: repositoryName(source.url) });
      return { sha, ref, message, analysis: unread === 0 ? analysis : withUnread(analysis, unread) };
    },
  };
}

const wants = ({ path, size }: { readonly path: string; readonly size: number }): boolean => isRead(path, size);

const withUnread = (analysis: RepositoryAnalysis, unread: number): RepositoryAnalysis => ({
  ...analysis,
  issues: [...analysis.issues, `${unread} source files were not read, because the repository has too many.`],
});

/** The last part of the path: what a server is called if it does not name itself. */
export function repositoryName(url: string): string {
  const [address = ""] = url.split(/[?#]/);
  const parts = address.split(/[/:]/).filter((part) => part !== "");
  return parts.at(-1)?.replace(/\.git$/i, "") ?? "";
}

/** What reviewers see of an analysis that went through. */
export function validationOf({ tools, issues }: RepositoryAnalysis): ValidationResult[] {
  const run_at = new Date().toISOString();
  const found = tools.length === 1 ? "Found 1 tool." : `Found ${tools.length} tools.`;
  return [
    { stage: "fetch", passed: true, details: "The repository was fetched.", run_at },
    {
      stage: "analysis",
      passed: tools.length > 0,
      details: [found, ...issues.slice(0, MAX_ISSUES)].join("\n"),
      run_at,
    },
  ];
}

const MAX_ISSUES = 50;

/** What reviewers see of a repository that could not be fetched or read. */
export const failedValidation = (stage: "fetch" | "analysis", details: string): ValidationResult[] => [
  { stage, passed: false, details, run_at: new Date().toISOString() },
];
