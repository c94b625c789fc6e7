export { AnalysisError } from "./analysis-error.js";
export { isRead } from "./read-paths.js";
export type { AnalyzedTool, AnalyzedVariable, RepositoryAnalysis, SourceFile } from "./repository-analysis.js";
export { openSourceAnalyzer, type SourceAnalyzer } from "./source-analyzer.js";
export {
  createRepositories,
  failedValidation,
  repositoryName,
  validationOf,
  type AnalyzedCommit,
  type Repositories,
} from "./repositories.js";
