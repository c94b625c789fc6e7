import type { SyntaxNode } from "./syntax/syntax-tree.js";

/** A tool where it was found; which of them are the server's own is decided when all are known. */
export interface FoundTool {
  readonly name: string;
  readonly docstring: string;
  readonly schema?: Record<string, unknown>;
  /** The schema is not written with the tool, but follows from the function that answers its calls. */
  readonly isSchemaImplied?: boolean;
  readonly path: string;
  /** `file:line`. */
  readonly place: string;
  /** Parameters of which nothing says what they are. */
  readonly unannotated?: readonly string[];
}

export interface FoundIssue {
  readonly path: string;
  readonly text: string;
}

export type Framework = "fastmcp" | "python-sdk" | "typescript-sdk" | "go-sdk";

/** Where a server is made, and what it is said to be. */
export interface FoundServer {
  readonly path: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
}

export interface FoundVariable {
  readonly path: string;
  readonly name: string;
}

/** What the sources of one language say. */
export class Findings {
  readonly tools: FoundTool[] = [];
  readonly issues: FoundIssue[] = [];
  readonly servers: FoundServer[] = [];
  readonly variables: FoundVariable[] = [];

  issue(node: SyntaxNode, text: string): void {
    this.issues.push({ path: node.tree.path, text: `${text}: ${node.place}` });
  }

  unnamedTool(node: SyntaxNode): void {
    this.issue(node, "Registers a tool whose name could not be determined");
  }
}
