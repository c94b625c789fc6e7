import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument, type Document } from "yaml";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { writeFileAtomically } from "../../write-file.js";

/** An agent as people write it down: the file that `GET /agents/{id}/manifest` also shows. */
export const AGENT_FILE = "agent.yaml";

export function newAgentFile(name: string): string {
  return `# An agent of the registry. Add components: tack agent add <kind> <item>; then: tack agent build, tack agent publish
name: ${name}
version: 1.0.0
description: What it is for, in one sentence
model_name: claude-sonnet-4-5
supported_harnesses: []
prompt: |
  You …
components: []
`;
}

export const agentFilePath = (cli: Cli, folder = "."): string => join(cli.cwd, folder, AGENT_FILE);

export function readAgentFile(path: string): Document {
  if (!existsSync(path)) {
    throw new CliError("not_found", `There is no ${path}.`, {
      resource: path,
      remediation: "Begin one: tack agent init",
    });
  }
  const document = parseDocument(readFileSync(path, "utf8"));
  const [problem] = document.errors;
  if (!problem && isMap(document.toJS())) return document;
  const where = problem?.linePos?.[0] ? ` (line ${problem.linePos[0].line})` : "";
  throw new CliError(
    "validation",
    `${path} is no agent${where}: ${problem?.message.split("\n")[0] ?? "it is no mapping"}`,
    {
      resource: path,
      remediation: "Mend the file; tack agent init shows in an empty folder what one looks like.",
    },
  );
}

const isMap = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

export function writeAgentFile(path: string, document: Document): void {
  writeFileAtomically(path, document.toString({ lineWidth: 0 }));
}
