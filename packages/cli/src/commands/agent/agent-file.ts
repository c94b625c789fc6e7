import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument, type Document } from "yaml";
import { note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { DRY_RUN } from "../../install/write-desk.js";
import { printJson } from "../../output.js";
import { writeFileAtomically } from "../../write-file.js";

/** The agent file that users write, in the format of `GET /agents/{id}/manifest`. */
export const AGENT_FILE = "agent.yaml";

export function newAgentFile(name: string): string {
  return `# An agent for the registry. Add components with tack agent add <kind> <item>, then run tack agent build and tack agent publish
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
    throw new CliError("not_found", `${path} not found.`, {
      resource: path,
      remediation: "Create one: tack agent init",
    });
  }
  const document = parseDocument(readFileSync(path, "utf8"));
  const [problem] = document.errors;
  if (!problem && isMap(document.toJS())) return document;
  const where = problem?.linePos?.[0] ? ` (line ${problem.linePos[0].line})` : "";
  throw new CliError(
    "validation",
    `${path} is not a valid agent file${where}: ${problem?.message.split("\n")[0] ?? "not a mapping"}`,
    {
      resource: path,
      remediation: "Fix the file. Run tack agent init in an empty folder to see an example.",
    },
  );
}

const isMap = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (document: Document): string => document.toString({ lineWidth: 0 });

export function writeAgentFile(path: string, document: Document): void {
  writeFileAtomically(path, textOf(document));
}

/** What would be written, for `--dry-run`. */
export function showAgentFile(cli: Cli, path: string, content: string): void {
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, path, content });
  note(cli, `Would write ${path}. ${DRY_RUN}`);
  say(cli, content.trimEnd());
}
