/** The source of a repository cannot be analyzed: trying again does not help. The message is written for its author. */
export class AnalysisError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = "AnalysisError";
  }
}
