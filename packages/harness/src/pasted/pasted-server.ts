import type { Members } from "../scan/parse-file.js";

/** An entry as a harness's file has it, and its name there; empty if it has none. */
export interface PastedEntry {
  readonly name: string;
  readonly entry: Members;
}

export type Transport = "stdio" | "sse" | "streamable-http";

/** What a submission of an MCP server takes, without any secret. */
export interface PastedServer {
  readonly name: string;
  readonly transport: Transport;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly docker_image?: string;
  /** Names only. */
  readonly environment_variables: readonly string[];
  readonly headers: readonly string[];
  /** The names whose values were pasted and left out. */
  readonly left_out: readonly string[];
}
