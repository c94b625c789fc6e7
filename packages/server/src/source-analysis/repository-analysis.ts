import type { Framework } from "./findings.js";

export interface SourceFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface AnalyzedTool {
  readonly name: string;
  readonly docstring: string;
  readonly input_schema?: Record<string, unknown>;
}

export interface AnalyzedVariable {
  readonly name: string;
  readonly description: string;
}

/** What a repository says that its MCP server offers. */
export interface RepositoryAnalysis {
  readonly name: string;
  readonly description: string;
  /** As declared, and only as X.Y.Z[-pre]. */
  readonly version: string | null;
  readonly tools: readonly AnalyzedTool[];
  readonly environment_variables: readonly AnalyzedVariable[];
  /** Full sentences that say what could not be determined or should be improved. */
  readonly issues: readonly string[];
  readonly framework: Framework | null;
  /** Declared only. */
  readonly docker_image: string | null;
  readonly docker_image_suggested: string | null;
  readonly command: string | null;
  readonly args: readonly string[];
}

export interface About {
  readonly repositoryName: string;
}
