import { analyzeRepository } from "../src/source-analysis/analyze-repository.js";
import type { AnalyzedTool, RepositoryAnalysis } from "../src/source-analysis/index.js";
import { loadParsers, type Parsers } from "../src/source-analysis/syntax/parsers.js";

let parsers: Promise<Parsers> | undefined;

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** What the analysis says of a repository with these files, without a thread. */
export async function analyzeSource(files: Files, repositoryName = "made-up"): Promise<RepositoryAnalysis> {
  const encoder = new TextEncoder();
  const given = Object.entries(files).map(([path, content]) => ({
    path,
    content: typeof content === "string" ? encoder.encode(content) : content,
  }));
  return analyzeRepository(given, { repositoryName }, await (parsers ??= loadParsers()));
}

/** The tools of a repository, each as `name: docstring`. */
export async function toolsIn(files: Files): Promise<string[]> {
  const { tools } = await analyzeSource(files);
  return tools.map(({ name, docstring }: AnalyzedTool) => `${name}: ${docstring}`);
}

/** What the only tool of a repository takes. */
export async function schemaIn(files: Files): Promise<unknown> {
  const { tools } = await analyzeSource(files);
  return tools[0]?.input_schema;
}
